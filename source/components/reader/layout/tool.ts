import {lineWidth, spread} from '../../line-tools.ts';
import type {Line, Role, Span} from '../../theme.ts';
import {firstHits} from '../block-marks.ts';
import {diffLines} from './diff.ts';
import {type Drawing, indent, leftOutLines, summarySpans} from './drawing.ts';
import {type Ends, longText} from './long-text.ts';
import {mediaLines} from './media.ts';
import {outcomeSpans} from './tool-outcome.ts';

const outputEnds: Ends = {first: 20, last: 10};

/** A tool call and its result. */
export function toolLines(drawing: Drawing, cwd: string | undefined): Line[] {
	const {block, columns, isOpen, hidden} = drawing;
	const asked: Line = [
		{text: isOpen ? '▾ ' : '▸ ', role: 'dim'},
		{text: block.name, role: 'tool'},
		{text: block.summary === '' ? '' : '  '},
		...withoutFolder(summarySpans(drawing, 'dim'), cwd),
	];
	const outcome = [...hidden, ...outcomeSpans(block, columns, cwd)];
	const head = spread(asked, outcome, columns);
	if (!isOpen) return [head];
	const isCut = lineWidth(asked) + lineWidth(outcome) > columns - (outcome.length > 0 ? 1 : 0);
	const lines = [
		...(isCut ? summaryLines(drawing, columns - 4) : []),
		...bodyLines(drawing, columns - 4, cwd),
		...resultLines(drawing, columns - 4),
	];
	return [head, ...lines.map(line => [indent, ...line]), ...leftOutLines(block)];
}

function isUndone({block: {diff, result}}: Drawing): boolean {
	return diff !== undefined && result?.isError === true;
}

/** A file is named from the session's own directory, unless what is searched for stands in the part before. */
function withoutFolder(spans: readonly Span[], cwd: string | undefined): readonly Span[] {
	const [first, ...rest] = spans;
	if (!cwd || !first || first.role === 'match' || !first.text.startsWith(`${cwd}/`)) return spans;
	return [{...first, text: first.text.slice(cwd.length + 1)}, ...rest];
}

/** What has no room beside the name, unless it is the beginning of what stands below. */
function summaryLines({block, marks}: Drawing, columns: number): Line[] {
	if (block.summary.endsWith(' …')) return [];
	return longText({
		text: block.summary,
		columns,
		ends: undefined,
		marks: marks.summary,
		firstHit: firstHits(marks).summary,
	});
}

function bodyLines(drawing: Drawing, columns: number, cwd: string | undefined): Line[] {
	const {block, marks, isWhole} = drawing;
	const {text} = block.body;
	const own = {text, columns, marks: marks.body, firstHit: firstHits(marks).body};
	if (!block.diff) return longText({...own, ends: isWhole ? undefined : outputEnds});
	if (text === '') return [];
	const isNotDone = isUndone(drawing);
	const lines = diffLines({...own, runs: block.diff, isWhole, isUndone: isNotDone, cwd});
	return isNotDone ? [[{text: 'not applied:', role: 'dim'}], ...lines] : lines;
}

function resultLines({block, marks, isWhole}: Drawing, columns: number): Line[] {
	const {result, diff} = block;
	if (!result) return [];
	const {text} = result.body;
	const isDone = diff !== undefined && !result.isError;
	// What a command that failed printed is mostly no error; what a tool says that failed is.
	const role: Role = result.isError && result.exitCode === undefined ? 'error' : 'dim';
	const ends = isWhole ? undefined : outputEnds;
	const lines = longText({text, columns, role, ends, marks: marks.result, firstHit: firstHits(marks).result});
	// What an edit says at length is that it was done, and that is to be seen.
	const isKnown = isDone && !isWhole && lines.length > 1;
	return [...(isKnown ? [] : lines), ...mediaLines(result.media, columns)];
}
