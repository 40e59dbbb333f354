import {plural} from '../../../text/figures.ts';
import {wrap} from '../../../text/wrap.ts';
import {cutLine, spread} from '../../line-tools.ts';
import type {Line, Role, Span} from '../../theme.ts';
import {markLines} from '../mark-lines.ts';
import {bodyText, type Drawing, indent, leftOutLines, summarySpans, textLines} from './drawing.ts';

/** A note of more lines is folded like a tool's output. */
const shortNote = 3;

export function noteLines(drawing: Drawing): Line[] {
	const {block, columns, isOpen, hidden} = drawing;
	const role = block.isError ? 'error' : 'dim';
	const isNamed = block.body.text === '';
	const height = isNamed ? 0 : wrap(block.body.text, columns - 4).length;
	if (height <= shortNote) return shortNoteLines(drawing, role, isNamed);
	const head = spread(
		[{text: isOpen ? '▾ ' : '▸ ', role: 'dim'}, {text: `${block.name}  `, role}, ...summarySpans(drawing, role)],
		[...hidden, {text: hidden.length > 0 ? '  ' : ''}, {text: plural(height, 'line'), role: 'dim'}],
		columns,
	);
	return isOpen ? [head, ...bodyText(drawing, columns - 4, role).map(line => [indent, ...line])] : [head];
}

function shortNoteLines({block, columns, marks}: Drawing, role: Role, isNamed: boolean): Line[] {
	const name = `${block.name}: `;
	const text = isNamed ? name + block.summary : block.body.text;
	const ranges = isNamed
		? marks.summary.map(([start, end]) => [start + name.length, end + name.length] as const)
		: marks.body;
	const lines = textLines({text, leftOut: 0}, columns - 2, role);
	return markLines(lines, text, ranges, 0).map((line, row) => [{text: row === 0 ? '· ' : '  ', role}, ...line]);
}

/** A record we do not know; unfolded, as it is written. */
export function unknownLines(drawing: Drawing): Line[] {
	const {block, columns, isOpen, hidden} = drawing;
	const name: Span = {text: `? ${block.name}  `, role: 'dim'};
	if (!isOpen) return [spread([name, ...summarySpans(drawing, 'dim')], hidden, columns)];
	const record = bodyText(drawing, columns - 4, 'dim').map((line): Line => [indent, ...line]);
	return [cutLine([name], columns), ...record, ...leftOutLines(block)];
}
