import type {Layout} from '../layout.ts';
import type {Line} from '../theme.ts';

/** A text over the screen, to be scrolled: a raw record, the details of an error. */
export class Pages {
	top = 0;
	private laidOut: {columns: number; lines: readonly Line[]} | undefined;

	constructor(
		readonly title: string,
		private readonly layOut: (columns: number) => readonly Line[],
		/** As it is copied. */
		readonly text?: string,
	) {}

	lines(columns: number): readonly Line[] {
		if (this.laidOut?.columns !== columns) this.laidOut = {columns, lines: this.layOut(columns)};
		return this.laidOut.lines;
	}

	scrollBy(lines: number, {columns, bodyRows}: Layout): void {
		const most = Math.max(0, this.lines(columns).length - bodyRows);
		this.top = Math.max(0, Math.min(most, this.top + lines));
	}
}
