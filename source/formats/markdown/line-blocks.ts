/**
 * What each line of a Markdown text is, told from its beginning and the lines before it: enough for how answers and prompts are
 * written, with lists within lists and code within items. Where more has to be known than that, it says so.
 */

export type LineSort =
	| 'blank'
	| 'heading'
	/** A line across. */
	| 'rule'
	/** The beginning of an item of a list, with text. */
	| 'item'
	/** A line of a paragraph. */
	| 'text'
	/** A line of code in a fence, or a fence itself. */
	| 'code'
	/** Only a parser can tell. */
	| 'unclear';

type Item = {
	/** Where its content begins. */
	readonly offset: number;
	readonly isNumbered: boolean;
};

type Fence = {
	readonly mark: string;
	/** Where the content begins of the item it stands in. */
	readonly offset: number;
	readonly isAtMargin: boolean;
};

const blank = /^[ \t]*$/;
const heading = /^#{1,6}(?:[ \t]|$)/;
const rule = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const item = /^([-+*]|(\d{1,9})[.)])( {1,4})(?=\S)/;
const opening = /^(`{3,}|~{3,})([^`|]*)$/;
const closing = /^(`+|~+)[ \t]*$/;
/** How far a tab goes depends on what stands before the line. */
const tabbed = /^ *\t[ \t]*(?:```|~~~)/;
/** Behind the mark of an item, or after blanks: something else begins. */
const beginning = /^(?:[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|>|#{1,6}(?:[ \t]|$)|```|~~~|[-=]+[ \t]*$)/;

export class LineBlocks {
	/** The fence of the code that the last line lies in. */
	fence: Fence | undefined;
	/** Whether the last line goes on with the paragraph of the line before. */
	isContinued = false;
	private items: Item[] = [];
	private isParagraph = false;
	/** What the lines before are was not clear. */
	private isLost = false;
	private isAfterBlank = true;

	read(line: string): LineSort {
		const sort = this.fence ? this.readCode(line, this.fence) : this.readLine(line);
		this.isContinued = sort === 'text' && this.isParagraph;
		this.isParagraph = sort === 'text' || sort === 'item';
		this.isAfterBlank = sort === 'blank';
		if (sort === 'unclear') this.isLost = true;
		return sort;
	}

	private readCode(line: string, {mark, offset}: Fence): LineSort {
		if (blank.test(line)) return 'code';
		const indent = indentOf(line);
		if (indent < offset || (line.charCodeAt(indent) === tab && (offset > 0 || tabbed.test(line)))) return 'unclear';
		const end = indent - offset <= 3 ? closing.exec(line.slice(indent))?.[1] : undefined;
		if (end !== undefined && end[0] === mark[0] && end.length >= mark.length) this.fence = undefined;
		return 'code';
	}

	private readLine(line: string): LineSort {
		if (blank.test(line)) return 'blank';
		const indent = indentOf(line);
		const rest = indent === 0 ? line : line.slice(indent);
		if (indent === 0) {
			if (heading.test(line)) return this.beginAnew('heading');
			const mark = opening.exec(line)?.[1];
			if (mark !== undefined) return this.open(mark, 0, true);
			if (this.isAfterBlank) this.beginAnew('blank');
		}
		const first = rest.charCodeAt(0);
		if (this.isLost || first === tab || first === angle || line.includes('|')) return 'unclear';
		if (rule.test(rest)) return this.enter(indent) ? 'rule' : 'unclear';
		const [mark, , number] = item.exec(rest) ?? [];
		if (mark !== undefined) return this.readItem(indent, mark.length, rest.slice(mark.length), number);
		if (first === backtick || first === tilde) {
			const fence = opening.exec(rest)?.[1];
			if (fence !== undefined) return this.enter(indent) ? this.open(fence, this.offset, indent === 0) : 'unclear';
		}
		if (beginning.test(rest)) return 'unclear';
		// Nothing that is indented begins within a paragraph.
		return this.isParagraph || this.enter(indent) ? 'text' : 'unclear';
	}

	private readItem(indent: number, width: number, content: string, number: string | undefined): LineSort {
		if (beginning.test(content) || rule.test(content)) return 'unclear';
		const innermost = this.items.at(-1);
		const isSibling = innermost !== undefined && indent < innermost.offset;
		// Only a first number begins a list within a paragraph.
		const mayInterrupt = number === undefined || number === '1' || (isSibling && innermost.isNumbered);
		if (this.isParagraph && !mayInterrupt) return 'unclear';
		if (!this.enter(indent)) return 'unclear';
		this.items.push({offset: indent + width, isNumbered: number !== undefined});
		return 'item';
	}

	/** Leaves the items that a line does not belong to; false: it is indented too far to begin anything. */
	private enter(indent: number): boolean {
		while (this.items.length > 0 && indent < this.offset) this.items.pop();
		return indent - this.offset <= 3;
	}

	private open(mark: string, offset: number, isAtMargin: boolean): LineSort {
		if (offset === 0) this.beginAnew('code');
		this.fence = {mark, offset, isAtMargin};
		return 'code';
	}

	private beginAnew(sort: LineSort): LineSort {
		this.items = [];
		this.isLost = false;
		return sort;
	}

	private get offset(): number {
		return this.items.at(-1)?.offset ?? 0;
	}
}

const [tab, angle, backtick, tilde] = Buffer.from('\t>`~');

function indentOf(line: string): number {
	let indent = 0;
	while (line.charCodeAt(indent) === 0x20) indent++;
	return indent;
}
