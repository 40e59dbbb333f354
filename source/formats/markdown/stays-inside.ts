import MarkdownIt from 'markdown-it';

let parser: InstanceType<typeof MarkdownIt> | undefined;

/** A second opinion, by another parser: whether a text leaves what follows alone, and has no headings of ours and no HTML. */
export function staysInside(markdown: string): boolean {
	parser ??= new MarkdownIt({html: true, linkify: false});
	const tokens = parser.parse(`${markdown}\n<details>\n`, {});
	const last = tokens.pop();
	if (last?.type !== 'html_block' || last.level !== 0 || last.content.trimEnd() !== '<details>') return false;
	return tokens.every(
		({type, tag, children}) =>
			type !== 'html_block' &&
			!(type === 'heading_open' && (tag === 'h1' || tag === 'h2')) &&
			!children?.some(child => child.type === 'html_inline'),
	);
}
