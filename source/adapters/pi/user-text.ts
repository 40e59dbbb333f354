/** The words of a prompt, apart from what pi put around them. */
import {basename} from 'node:path/posix';

/** `/skill:name words` is stored as the whole skill, and the words after it. */
const skill = /^<skill name="([^"\n]+)" location="[^"\n]*">\n[\s\S]*?\n<\/skill>(?:\s*\n([\s\S]*))?$/;

/** `pi @notes.md words` is stored as the whole file, and the words after it. */
const file = /^\s*<file name="([^"\n]*)">[\s\S]*?<\/file>\s*/;

/** As a person typed it. An attached file stays: somebody chose it. */
export function typedText(text: string): string {
	const match = skill.exec(text);
	if (!match) return text;
	return [`/skill:${match[1]}`, match[2]?.trim()].filter(Boolean).join(' ');
}

/** What a title is made of: the words alone, or the names of the files if there are none. */
export function titleText(text: string): string {
	let rest = typedText(text);
	const names: string[] = [];
	for (let match = file.exec(rest); match; match = file.exec(rest)) {
		names.push(`@${basename(match[1]!.replaceAll('\\', '/'))}`);
		rest = rest.slice(match[0].length);
	}
	return rest.trim() === '' ? names.join(' ') : rest;
}
