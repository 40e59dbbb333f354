import type {Place} from '../keymap/binding.ts';
import type {Explorer} from './explorer.ts';
import {targetRoom} from './export/export-screen.tsx';
import type {LineEditor} from './search/line-editor.ts';
import {queryRoom} from './search/query-line.ts';
import {labelRoom} from './tree/tree-screen.tsx';

const typingPlaces: ReadonlySet<Place> = new Set<Place>([
	'search',
	'find',
	'palette',
	'help-find',
	'export-target',
	'label',
]);

/** The lines one can type into: each screen has its own, and one place knows them all. */
export class TypingLines {
	constructor(private readonly explorer: Explorer) {}

	/** Whether a letter is a letter, and no command. */
	get isTyping(): boolean {
		return typingPlaces.has(this.explorer.place);
	}

	/** Changes the line one types into, and everything that follows from it. */
	edit(change: (editor: LineEditor) => void): void {
		const {editor} = this;
		if (!editor) return;
		const before = editor.text;
		change(editor);
		if (editor.text === before) return;
		const {place, menu, help, reader, form, scene} = this.explorer;
		if (place === 'palette') menu?.edited();
		else if (place === 'help-find') help?.edited();
		else if (place === 'find') reader?.find.edited();
		else if (place === 'export-target') form?.edited();
		else if (place !== 'label') scene.search?.edited();
	}

	/** What was typed stays in sight on a screen of so many columns. */
	fitTo(columns: number): void {
		const {menu, help, reader, form, tree, scene} = this.explorer;
		scene.search?.editor.fitTo(queryRoom(columns));
		reader?.find.editor.fitTo(queryRoom(columns));
		menu?.editor?.fitTo(columns - 4);
		form?.editor.fitTo(targetRoom(columns));
		help?.editor?.fitTo(queryRoom(columns));
		tree?.editor?.fitTo(labelRoom(columns));
	}

	/** The line one types into. */
	private get editor(): LineEditor | undefined {
		const {place, menu, help, reader, form, tree, scene} = this.explorer;
		if (place === 'palette') return menu?.editor;
		if (place === 'export-target') return form?.editor;
		if (place === 'help-find') return help?.editor;
		if (place === 'label') return tree?.editor;
		return place === 'find' ? reader?.find.editor : scene.search?.editor;
	}
}
