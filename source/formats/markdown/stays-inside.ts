import MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;

let ofAll: Parser | undefined;
let ofBlocks: Parser | undefined;

/**
 * A second opinion, by another parser: whether a text leaves what follows alone, and has no headings of ours and no HTML.
 * `isInline`: there may be any within its lines.
 */
export function staysInside(markdown: string, isInline = true): boolean {
	const tokens = parserFor(isInline).parse(`${markdown}\n<details>\n`, {});
	const last = tokens.pop();
	if (last?.type !== 'html_block' || last.level !== 0 || last.content.trimEnd() !== '<details>') return false;
	return tokens.every(
		({type, tag, children}) =>
			type !== 'html_block' &&
			!(type === 'heading_open' && (tag === 'h1' || tag === 'h2')) &&
			!children?.some(child => child.type === 'html_inline'),
	);
}

function parserFor(isInline: boolean): Parser {
	if (isInline) {
		ofAll ??= new MarkdownIt({html: true, linkify: false});
		return ofAll;
	}
	if (!ofBlocks) {
		ofBlocks = new MarkdownIt({html: true, linkify: false});
		ofBlocks.core.ruler.disable('inline');
	}
	return ofBlocks;
}
