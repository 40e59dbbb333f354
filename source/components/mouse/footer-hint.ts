import type {Place} from '../../keymap/binding.ts';
import {effectiveBindings} from '../../keymap/effective-keymap.ts';
import {keyLabel} from '../../keymap/key-label.ts';
import {widthOf} from '../../text/width.ts';
import type {Explorer} from '../explorer.ts';
import {exportFooter} from '../export/export-screen.tsx';
import {foldLine} from '../fold-line.ts';
import {footerLine, questionLine} from '../footer-line.ts';
import {listFooter} from '../list/list-view.ts';
import {readerFooter} from '../reader/reader-screen-view.ts';
import type {Line} from '../theme.ts';

/** The key whose hint stands at a column of the footer; undefined if there is none. */
export function hintedKey(explorer: Explorer, column: number): string | undefined {
	const {columns, bodyRows} = explorer.layout;
	const label = labelAt(foldLine(footerOf(explorer), columns, bodyRows).at(-1)!, column);
	return label === undefined ? undefined : keyOf(explorer.place, label);
}

/** As the screens draw it. */
function footerOf(explorer: Explorer): Line {
	const {faults, confirmation, help, form, pages, comparison, tree, reader, message, layout, place} = explorer;
	if (faults.current) return footerLine('error', message, layout.columns);
	if (confirmation) return questionLine(confirmation.question, layout.columns);
	if (help) return help.editor ? [] : footerLine('help', message, layout.columns);
	if (form) return exportFooter(form, message, layout.columns);
	if (tree?.editor && !comparison) return [];
	if (pages || comparison || tree) return footerLine(place, message, layout.columns);
	return reader ? readerFooter(explorer, reader) : listFooter(explorer);
}

/** A key, or the word behind it, which stands for the first of its keys. */
function labelAt(line: Line, column: number): string | undefined {
	let end = 0;
	let before: string | undefined;
	for (const {text, role} of line) {
		const start = end;
		end += widthOf(text);
		if (column < end) return role === 'key' ? partAt(text, column - start) : before?.split(/(?<=.)\//)[0];
		before = role === 'key' ? text : undefined;
	}
	return undefined;
}

/** Of keys that share a word: `J/K`. The key `/` is no separator. */
function partAt(labels: string, column: number): string | undefined {
	let end = 0;
	for (const label of labels.split(/(?<=.)\//)) {
		end += widthOf(label) + 1;
		if (column < end) return label;
	}
	return undefined;
}

function keyOf(place: Place, wanted: string): string | undefined {
	return effectiveBindings().find(
		({when, hint, keys}) => hint !== undefined && when.includes(place) && keyLabel(keys[0] ?? '') === wanted,
	)?.keys[0];
}
