import type {Place} from '../../keymap/binding.ts';
import type {Layout} from '../layout.ts';
import {helpLines} from './help-lines.ts';

/** The help while it is open: about which screen, and from which line on. */
export class Help {
	top = 0;

	constructor(readonly about: Place) {}

	scrollBy(lines: number, {columns, bodyRows}: Layout): void {
		const most = Math.max(0, helpLines(this.about, columns).length - bodyRows);
		this.top = Math.max(0, Math.min(most, this.top + lines));
	}
}
