import {count, plural} from '../../../text/figures.ts';
import {wrap} from '../../../text/wrap.ts';
import {spread} from '../../line-tools.ts';
import type {Line, Span} from '../../theme.ts';
import type {Block} from '../block.ts';
import {firstHits} from '../block-marks.ts';
import {markLines} from '../mark-lines.ts';
import {type Drawing, indent, leftOutLines, summarySpans, textLines} from './drawing.ts';

export function toolLines(drawing: Drawing, cwd: string | undefined): Line[] {
	const {block, columns, isOpen, marks, hidden} = drawing;
	const head = spread(
		[
			{text: isOpen ? '▾ ' : '▸ ', role: 'dim'},
			{text: block.name, role: 'tool'},
			{text: block.summary === '' ? '' : '  '},
			...withoutFolder(summarySpans(drawing, 'dim'), cwd),
		],
		[...hidden, ...resultSpans(block)],
		columns,
	);
	if (!isOpen) return [head];
	const body = block.body.text === '' ? [] : toolBodyLines(drawing, columns - 4);
	const result = block.result && block.result.body.text !== '' ? textLines(block.result.body, columns - 4, 'dim') : [];
	const marked = markLines(result, block.result?.body.text ?? '', marks.result, firstHits(marks).result);
	return [head, ...[...body, ...marked].map(line => [indent, ...line]), ...leftOutLines(block)];
}

/** A file is named from the session's own directory, unless what is searched for stands in the part before. */
function withoutFolder(spans: readonly Span[], cwd: string | undefined): readonly Span[] {
	const [first, ...rest] = spans;
	if (!cwd || !first || first.role === 'match' || !first.text.startsWith(`${cwd}/`)) return spans;
	return [{...first, text: first.text.slice(cwd.length + 1)}, ...rest];
}

function toolBodyLines({block, marks}: Drawing, columns: number): readonly Line[] {
	const lines = block.body.text.split('\n').flatMap(line => {
		const role = !block.isDiff ? undefined : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'dim';
		return wrap(line, columns).map((text): Line => [{text, role}]);
	});
	return markLines(lines, block.body.text, marks.body, firstHits(marks).body);
}

/** How a call ended: the change it made, whether it failed, how much it said. */
function resultSpans({change, result}: Block): Line {
	const spans: Span[] = [];
	if (change?.added) spans.push({text: ` +${count(change.added)}`, role: 'added'});
	if (change?.removed) spans.push({text: ` −${count(change.removed)}`, role: 'removed'});
	if (!result) return [...spans, {text: '  no result', role: 'dim'}];
	if (result.isError) spans.push({text: '  ✗', role: 'error'});
	if (result.isError || !change)
		spans.push({text: ` ${result.lines === 0 ? 'no output' : plural(result.lines, 'line')}`, role: 'dim'});
	return spans;
}
