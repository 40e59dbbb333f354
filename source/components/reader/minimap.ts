import type {Line, Role, Span} from '../theme.ts';
import type {ReaderDocument} from './reader-document.ts';

/** On a low screen the rows are needed for the text. */
const fewestRows = 14;

export function hasMinimap(rows: number): boolean {
	return rows >= fewestRows;
}

/** What of a stretch is shown: the most telling thing in it. */
type Mark = 'error' | 'prompt' | 'edit' | 'some' | 'none';

const rank: readonly Mark[] = ['none', 'some', 'edit', 'prompt', 'error'];
type Look = {readonly text: string; readonly role?: Role};

const looks: Readonly<Record<Mark, Look>> = {
	error: {text: '✗', role: 'error'},
	prompt: {text: '┃', role: 'prompt'},
	edit: {text: '▪', role: 'added'},
	some: {text: '▁', role: 'dim'},
	none: {text: ' ', role: 'dim'},
};

export type Sight = {
	/** Blocks on the screen: the first, and the one after the last. */
	readonly from: number;
	readonly to: number;
};

type Drawn = {readonly document: ReaderDocument; readonly key: string; readonly marks: readonly Mark[]};

/** The session as one line: prompts, errors and edits, and where in it one is. */
export class Minimap {
	private drawn: Drawn | undefined;

	line(document: ReaderDocument, {from, to}: Sight, columns: number): Line {
		const width = Math.max(1, columns - 2);
		const marks = this.marksOf(document, width);
		const columnOf = columnsOf(document, width);
		const first = Math.min(width - 1, Math.floor(columnOf(from)));
		const last = Math.max(first, Math.ceil(columnOf(to)) - 1);
		const spans: Span[] = [{text: ' ', role: 'dim'}];
		// Where the whole session is in sight there is nothing to point at.
		const isAll = first === 0 && last >= width - 1;
		for (const [at, mark] of marks.entries()) {
			const isInSight = !isAll && at >= first && at <= last;
			add(spans, isInSight ? lookInSight(mark, first === last) : looks[mark]);
		}
		return spans;
	}

	/** Made anew when the session grew, or the screen. */
	private marksOf(document: ReaderDocument, width: number): readonly Mark[] {
		const {blocks, completed, span} = document;
		const key = `${blocks.length} ${completed.length} ${width}`;
		if (this.drawn?.document === document && this.drawn.key === key) return this.drawn.marks;
		// Where there are fewer blocks than columns, the way from one to the next is drawn all the same.
		const marks: Mark[] = new Array(width).fill(blocks.length > 0 && !span ? 'some' : 'none');
		const columnOf = columnsOf(document, width);
		for (let index = 0; index < blocks.length; index++) {
			const at = Math.min(width - 1, Math.floor(columnOf(index)));
			const mark = markOf(document, index);
			if (rank.indexOf(mark) > rank.indexOf(marks[at]!)) marks[at] = mark;
		}
		this.drawn = {document, key, marks};
		return marks;
	}
}

function markOf({facts}: ReaderDocument, index: number): Mark {
	if (facts.hasFailed(index)) return 'error';
	if (facts.kindOf(index) === 'prompt') return 'prompt';
	return facts.isEdit(index) ? 'edit' : 'some';
}

/** Where a block stands in the line; a window of a session that is still being read, in its part of it. */
function columnsOf({blocks: {length}, span}: ReaderDocument, width: number): (index: number) => number {
	const start = span && span.size > 0 ? (span.from / span.size) * width : 0;
	const room = span && span.size > 0 ? ((span.to - span.from) / span.size) * width : width;
	return index => (length === 0 ? 0 : start + (index * room) / length);
}

/** What is on the screen stands higher; one mark alone would not, so it is turned round. */
function lookInSight(mark: Mark, isAlone: boolean): Look {
	if (mark === 'some') return {text: '▄'};
	return isAlone ? {text: looks[mark].text, role: 'selection'} : looks[mark];
}

function add(spans: Span[], {text, role}: Look): void {
	const last = spans.at(-1)!;
	if (last.role === role) spans[spans.length - 1] = {text: last.text + text, role};
	else spans.push({text, role});
}
