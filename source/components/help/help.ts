import type {Place} from '../../keymap/binding.ts';
import {keysOf} from '../../keymap/key-help.ts';

/** The help while it is open: about which screen, and from which line on. */
export class Help {
	top = 0;

	constructor(readonly about: Place) {}

	scrollBy(lines: number, rows: number): void {
		const most = Math.max(0, keysOf(this.about).length - rows);
		this.top = Math.max(0, Math.min(most, this.top + lines));
	}
}
