import {Autolink, type MarkdownParser, parser, Table, TaskList} from '@lezer/markdown';

/** A part of a Markdown text: where it stands, and what it is. */
export type Node = ReturnType<MarkdownParser['parse']>['topNode'];

/** Made when the first text needs it. */
let configured: MarkdownParser | undefined;

/**
 * The parser of an editor: it knows the place of every mark, and what is no mark is text. Definitions of references
 * are left as they stand, because they are where the address can be read.
 */
export function parseMarkdown(text: string): Node {
	configured ??= parser.configure([Table, TaskList, Autolink, {remove: ['LinkReference']}]);
	return configured.parse(text).topNode;
}

export function childrenOf(node: Node): Node[] {
	const children: Node[] = [];
	for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
	return children;
}
