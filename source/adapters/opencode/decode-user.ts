/** A user message: what the person typed, apart from all that OpenCode puts beside it. */
import {type Fields, isFields, stringOf, textOf} from '../fields.ts';
import {compactionMark} from './decode-note.ts';
import {fileName, partWords} from './decode-part.ts';
import {type Draft, isInside, mediaOf, note} from './draft.ts';
import type {Part} from './source.ts';

/** The person's words come first, as one entry; the rest keeps its order. */
export function userWords(parts: readonly Part[]): Draft[] {
	const typed: string[] = [];
	const files: Fields[] = [];
	const rest: Draft[] = [];
	let compaction: Draft | undefined;
	for (const part of parts) {
		const {data} = part;
		const fields = isFields(data) ? data : undefined;
		const text = fields && typedText(fields);
		if (text !== undefined) typed.push(text);
		else if (fields?.type === 'compaction') compaction = {words: compactionMark(fields.auto === true), part};
		else if (fields?.type === 'file') {
			files.push(fields);
			if (!isInside(fields)) rest.push({words: note('file', fileName(fields)), part});
		} else rest.push({words: isEmptyText(fields) ? note('text') : partWords(data), part});
	}
	const isPrompt = typed.length > 0 || files.length > 0;
	// Files alone were attached by somebody too.
	const text =
		typed.length > 0
			? typed.join('\n')
			: files
					.filter(file => !isInside(file))
					.map(mention)
					.join(' ');
	const prompt: Draft[] = isPrompt ? [{words: {kind: 'user', role: 'user', text, ...mediaOf(files)}}] : [];
	return [...(compaction ? [compaction] : []), ...prompt, ...rest];
}

/** A command that runs as a sub-agent was typed as well; what it was made into is all that is kept of it. */
function typedText(data: Fields): string | undefined {
	if (data.type === 'subtask') return textOf(data.prompt) ?? textOf(data.description);
	if (data.type !== 'text' || data.synthetic === true || data.ignored === true) return undefined;
	return textOf(data.text) === undefined ? undefined : stringOf(data.text);
}

function isEmptyText(data: Fields | undefined): boolean {
	return data?.type === 'text' && textOf(data.text) === undefined;
}

function mention(file: Fields): string {
	return `@${fileName(file)}`;
}
