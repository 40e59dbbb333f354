import type {Place} from '../../keymap/binding.ts';
import type {Layout} from '../layout.ts';
import {LineEditor} from '../search/line-editor.ts';
import type {Line} from '../theme.ts';
import {helpLines} from './help-lines.ts';

/** The help while it is open: about which screen, what is looked for in it, and from which line on. */
export class Help {
	top = 0;
	/** The line one types into, while one does. */
	editor: LineEditor | undefined;
	private readonly line = new LineEditor();

	constructor(readonly about: Place) {}

	/** What is looked for. */
	get wanted(): string {
		return this.line.text;
	}

	lines(columns: number): Line[] {
		return helpLines(this.about, columns, this.wanted);
	}

	find(): void {
		this.editor = this.line;
	}

	leaveLine(): void {
		this.editor = undefined;
	}

	/** The line was changed by a key. */
	edited(): void {
		this.top = 0;
	}

	scrollBy(lines: number, {columns, bodyRows}: Layout): void {
		const most = Math.max(0, this.lines(columns).length - bodyRows);
		this.top = Math.max(0, Math.min(most, this.top + lines));
	}
}
