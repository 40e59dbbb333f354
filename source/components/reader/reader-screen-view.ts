import {cut} from '../../text/width.ts';
import type {Explorer} from '../explorer.ts';
import {footerLine, questionLine} from '../footer-line.ts';
import {keyStateOf} from '../key-state.ts';
import {lineWidth} from '../line-tools.ts';
import {lineView} from '../search/line-view.ts';
import {queryRoom} from '../search/query-line.ts';
import {worthAsking} from '../search/worth-asking.ts';
import type {Line} from '../theme.ts';
import {hasMinimap} from './minimap.ts';
import {outlineLines} from './outline.ts';
import type {Reader} from './reader.ts';
import {hitSpan, readerHeader, readerNotice} from './reader-header.ts';
import type {ReaderScreenProps} from './reader-screen.tsx';

/** What the reader screen shows. */
export function readerView(explorer: Explorer, reader: Reader): ReaderScreenProps {
	const {layout, now} = explorer;
	const {parents} = explorer.readers;
	const {columns, rows, bodyRows} = layout;
	const {view, minimap} = reader;
	const lines = reader.lines;
	return {
		layout,
		header: readerHeader(reader, columns, now, {isStarred: explorer.isStarred(reader.ref), parents}),
		minimap: hasMinimap(rows) ? minimap.line(view.document, view.viewport.sight, columns) : undefined,
		lines: lines.length > 0 ? lines : readerNotice(reader, columns),
		outline: reader.outline === 'closed' ? undefined : outlineOf(reader, columns, bodyRows),
		footer: readerFooter(explorer, reader),
		menu: explorer.menu,
	};
}

/** Where there is no room beside the text it takes the screen, as long as one chooses in it. */
function outlineOf(reader: Reader, columns: number, rows: number): ReaderScreenProps['outline'] {
	const hasFocus = reader.outline === 'focused';
	const beside = reader.outlineColumns;
	if (beside === 0 && !hasFocus) return undefined;
	const width = beside || columns;
	const current = Math.max(0, reader.prompts.position.at - 1);
	return {columns: width, lines: outlineLines(reader.view.document, current, {columns: width, rows, hasFocus})};
}

export function readerFooter(explorer: Explorer, reader: Reader): Line {
	const {message, layout, place, confirmation} = explorer;
	const {number} = explorer.keys;
	if (confirmation) return questionLine(confirmation.question, layout.columns);
	if (number !== '')
		return [
			{text: ` ${number}`, role: 'key'},
			{text: '   % goes to so many percent', role: 'dim'},
		];
	if (reader.find.isTyping) return findLine(reader, layout.columns);
	const {status} = reader;
	const trouble = status.phase === 'failed' ? `Not read to the end: ${status.message}` : '';
	// It stays: it must not take rows from the text.
	return footerLine(place, message || cut(trouble, layout.columns - 1), layout.columns, keyStateOf(explorer));
}

/** Where the footer is, as in a pager: nothing else moves when one begins to type. */
function findLine({find, hits}: Reader, columns: number): Line {
	const {problems} = worthAsking(find.editor.text, find.mode, []);
	const line = lineView(
		{editor: find.editor, isTyping: true, problems: problems.map(({start, end}) => [start, end] as const)},
		queryRoom(columns),
	);
	const left: Line = [{text: ' / ', role: 'prompt'}, ...line];
	const isAsked = find.editor.text !== '' && hits.isMarking;
	const found = isAsked ? hitSpan(hits) : undefined;
	const right: Line = [
		{text: problems.length > 0 ? `${problems[0]!.message.split('.')[0]}  ` : '', role: 'error'},
		...(found ? [found] : []),
		{text: `   ${find.mode} `, role: 'dim'},
	];
	const space = columns - lineWidth(left) - lineWidth(right);
	return space < 1 ? left : [...left, {text: ' '.repeat(space)}, ...right];
}
