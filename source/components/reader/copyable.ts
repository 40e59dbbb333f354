import {plural} from '../../text/figures.ts';
import type {Block} from './block.ts';

/** A piece of a block as it is worth to be copied: clean, without borders. */
export type Copyable = {readonly name: string; readonly text: string};

const fence = /^([ \t]*)(`{3,}|~{3,})([^\n`]*)\n([\s\S]*?)\n?^\1\2[ \t]*$/gm;

/** What there is to copy of a block, the most likely first. */
export function copyablesOf({kind, name, body, result, summary}: Block): Copyable[] {
	const found: Copyable[] = [];
	const add = (label: string, text: string) => {
		if (text.trim() === '') return;
		found.push({name: `${label} (${plural(text.split('\n').length, 'line')})`, text});
	};
	if (kind === 'tool') {
		add(body.text === '' ? 'command' : name, body.text === '' ? summary : body.text);
		if (body.text !== '' && summary !== '') add('summary', summary);
		add('output', result?.body.text ?? '');
		return found;
	}
	add(kind, body.text || summary);
	for (const [, indent = '', , language, code = ''] of body.text.matchAll(fence))
		add(`code${language ? `: ${language.trim()}` : ''}`, withoutIndent(code, indent));
	return found;
}

function withoutIndent(code: string, indent: string): string {
	if (indent === '') return code;
	return code
		.split('\n')
		.map(line => (line.startsWith(indent) ? line.slice(indent.length) : line))
		.join('\n');
}
