import Fuse from 'fuse.js';
import {LineEditor} from '../search/line-editor.ts';

export type MenuItem = {
	readonly label: string;
	/** Stands dim beside the label. */
	readonly note?: string;
	readonly act: () => void;
};

export type MenuOptions = {
	readonly title: string;
	readonly items: readonly MenuItem[];
	/** What is typed narrows the items. */
	readonly isFiltered?: boolean;
	/** Which one is chosen at first. */
	readonly index?: number;
	/** Called for the item one is at, as one moves. */
	readonly onMove?: (item: MenuItem) => void;
};

/** One that is typed into has other keys. */
export function placeOf({editor}: Menu): 'palette' | 'menu' {
	return editor ? 'palette' : 'menu';
}

/** A few things to choose from, over the screen they are about. */
export class Menu {
	readonly title: string;
	readonly editor: LineEditor | undefined;
	private readonly all: readonly MenuItem[];
	private readonly onMove: MenuOptions['onMove'];
	private shown: readonly MenuItem[];
	private position: number;

	constructor({title, items, isFiltered = false, index = 0, onMove}: MenuOptions) {
		this.title = title;
		this.all = items;
		this.shown = items;
		this.onMove = onMove;
		this.position = Math.max(0, Math.min(items.length - 1, index));
		this.editor = isFiltered ? new LineEditor() : undefined;
	}

	get items(): readonly MenuItem[] {
		return this.shown;
	}

	get index(): number {
		return this.position;
	}

	get chosen(): MenuItem | undefined {
		return this.shown[this.position];
	}

	/** Round and round: after the last comes the first. */
	move(by: number): void {
		const {length} = this.shown;
		if (length === 0) return;
		this.position = (this.position + (by % length) + length) % length;
		this.onMove?.(this.chosen!);
	}

	/** The line was changed by a key. */
	edited(): void {
		const text = this.editor?.text.trim() ?? '';
		this.shown = text === '' ? this.all : new Fuse(this.all, fuzzy).search(text).map(({item}) => item);
		this.position = 0;
		if (this.chosen) this.onMove?.(this.chosen);
	}
}

const fuzzy = {
	keys: [
		{name: 'label', weight: 2},
		{name: 'note', weight: 1},
	],
	ignoreLocation: true,
	threshold: 0.35,
};
