import type {Cell} from './cells.ts';

/** Collects what a terminal has to be sent, and knows where its cursor and its style are meanwhile. */
export class Pen {
	private sent = '';
	private row = -1;
	private column = -1;
	private style = '';

	get output(): string {
		return this.sent;
	}

	moveTo(row: number, column: number): void {
		if (row === this.row && column === this.column) return;
		if (row === this.row) this.sent += `\u001B[${column + 1}G`;
		else if (this.row >= 0 && row === this.row + 1 && column === 0) this.sent += '\r\n';
		else this.sent += column === 0 ? `\u001B[${row + 1}H` : `\u001B[${row + 1};${column + 1}H`;
		this.row = row;
		this.column = column;
	}

	put(cell: Cell): void {
		this.setStyle(cell.style);
		if (cell.isDisputed) this.putDisputed(cell);
		else this.sent += cell.text;
		this.column += cell.width;
	}

	/** Plain blanks from here to the end of the row. */
	eraseRest(): void {
		this.setStyle('');
		this.sent += '\u001B[K';
	}

	/** Moves the rows of a region up (or down, if negative); the rows that come free are blank. */
	scroll(top: number, bottom: number, by: number): void {
		this.setStyle('');
		this.sent += `\u001B[${top + 1};${bottom + 1}r\u001B[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\u001B[r`;
		// Setting a region moves the cursor home.
		this.row = 0;
		this.column = 0;
	}

	finish(): void {
		this.setStyle('');
	}

	/**
	 * Terminals draw some characters wider or narrower than we count. Blanks below it and a jump behind it keep
	 * everything after it in its place; what the terminal spilled there is written over by what follows.
	 */
	private putDisputed({text, width}: Cell): void {
		const start = this.column;
		this.sent += `${' '.repeat(width)}\u001B[${start + 1}G${text}\u001B[${start + width + 1}G`;
	}

	private setStyle(style: string): void {
		if (style === this.style) return;
		// A leading empty parameter resets first: one spelling for every change.
		this.sent += style === '' ? '\u001B[m' : this.style === '' ? `\u001B[${style}m` : `\u001B[;${style}m`;
		this.style = style;
	}
}
