/** A document as a CommonMark parser sees it, and the texts in it as they were before they were made safe. */
import {type Node, Parser} from 'commonmark';
import {visible} from '../../source/text/visible.ts';

const parser = new Parser();

/** What is ours in a document. */
const ourTag = /^<(?:details( open)?|\/details|summary|\/summary|b|\/b|code|\/code|a id="[\w-]+"|\/a|!-- --)>$/;
const ourHeading = /^(?:Prompts|Branch(?:es)? [\d, and]+|<a id="[\w-]+"><\/a>.*)$/s;

/** Everything that is wrong with it: headings and HTML that are not ours, folds that do not close. */
export function problemsIn(markdown: string): string[] {
	const problems: string[] = [];
	let depth = 0;
	const html = (text: string) => {
		for (const [tag] of text.matchAll(/<[^>]*>?/g)) {
			if (!ourTag.test(tag)) problems.push(`HTML: ${tag}`);
			if (tag.startsWith('<details')) depth++;
			if (tag === '</details>') depth--;
			if (depth < 0) problems.push('a fold ends that never began');
		}
	};
	let titles = 0;
	const walker = parser.parse(markdown).walker();
	for (let event = walker.next(); event; event = walker.next()) {
		const {node, entering} = event;
		if (!entering) continue;
		if (node.type === 'html_block' || node.type === 'html_inline') html(node.literal ?? '');
		if (node.type !== 'heading' || node.level > 2) continue;
		const text = textOf(node);
		if (node.level === 1) titles++;
		else if (!ourHeading.test(text)) problems.push(`heading: ${text}`);
		if (node.parent?.type !== 'document') problems.push(`heading within something: ${text}`);
	}
	if (titles !== 1) problems.push(`${titles} titles`);
	if (depth !== 0) problems.push(`${depth} folds are open`);
	return problems;
}

function textOf(node: Node): string {
	let text = node.literal ?? '';
	for (let child = node.firstChild; child; child = child.next) text += textOf(child);
	return text;
}

const headingMark = /^([ \t>*+\-\d.)]*)#{1,6}(?=[ \t]|$)/gm;

/** Takes the escapes back that `prose.ts` names, in a document; in a text, what they can't tell from each other. */
export function unescaped(text: string): string {
	return visible(text)
		.replaceAll('&lt;', '<')
		.replace(headingMark, '$1#')
		.replace(/^([ \t>]*)\\(?=[-=]+[ \t]*$)/gm, '$1')
		.replace(/^([ \t>]*-+) -$/gm, '$1-')
		.replace(/[ \t]+$/gm, '');
}

export function unquoted(markdown: string): string {
	return markdown.replace(/^> ?/gm, '');
}
