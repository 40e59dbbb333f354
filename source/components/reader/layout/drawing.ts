/** What the parts of a block are drawn with. */
import {bytes, plural} from '../../../text/figures.ts';
import {wrap} from '../../../text/wrap.ts';
import {markedSpans} from '../../search/ranges.ts';
import type {Line, Role, Span} from '../../theme.ts';
import type {Block} from '../block.ts';
import {type BlockMarks, firstHits} from '../block-marks.ts';
import type {KeptText} from '../kept-text.ts';
import {markLines} from '../mark-lines.ts';
import {markdownLines} from '../markdown/markdown-lines.ts';

/** A block with what its lines are made from. */
export type Drawing = {
	readonly block: Block;
	readonly columns: number;
	readonly isOpen: boolean;
	/** Long texts are not shortened. */
	readonly isWhole: boolean;
	readonly marks: BlockMarks;
	/** Hits that are folded away. */
	readonly hidden: Line;
};

export const indent: Span = {text: '    '};

export function textLines({text}: KeptText, columns: number, role?: Role): Line[] {
	return wrap(text, columns).map(line => [{text: line, role}]);
}

export function bodyText({block, marks}: Drawing, columns: number, role?: Role): readonly Line[] {
	return markLines(textLines(block.body, columns, role), block.body.text, marks.body, firstHits(marks).body);
}

/** What was written to be read: its Markdown drawn. */
export function proseText({block, marks}: Drawing, columns: number, role?: Role): readonly Line[] {
	const lines = markdownLines(block.body.text, columns, {base: role, isTyped: block.kind === 'prompt'});
	return markLines(lines, block.body.text, marks.body, firstHits(marks).body);
}

export function summarySpans({block, marks}: Drawing, role: Role): Span[] {
	const first = firstHits(marks).summary;
	let hit = 0;
	return markedSpans(block.summary, marks.summary, role).map(span =>
		span.role === 'match' && first !== undefined ? {...span, hit: first + hit++} : span,
	);
}

/** Where words are folded away, their number says so. */
export function hiddenHits(marks: BlockMarks, isOpen: boolean): Line {
	const hits = isOpen ? 0 : marks.body.length + marks.result.length;
	return hits > 0 ? [{text: '  '}, {text: plural(hits, 'hit'), role: 'match'}] : [];
}

export function leftOutLines(block: Block): Line[] {
	const characters = block.body.leftOut + (block.result?.body.leftOut ?? 0);
	const size = characters + block.cutBytes;
	return size > 0 ? [[{text: `… ${bytes(size)} more in the file`, role: 'dim'}]] : [];
}
