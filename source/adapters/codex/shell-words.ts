/** A command as a person would type it: without the shell it was handed to. */
import {fieldsOf, listOf, stringOf} from '../fields.ts';
import {summarizePatch} from './patch.ts';

const shells = /(?:^|[\\/])(?:ba|z|da|fi|k)?sh(?:\.exe)?$|(?:^|[\\/])(?:powershell|pwsh|cmd)(?:\.exe)?$/i;
const handOver = /^(?:-l?i?c|-Command|\/c)$/i;

export function commandText(command: unknown): string | undefined {
	if (typeof command === 'string') return command;
	const words = listOf(command).map(word => stringOf(word) ?? '');
	if (words.length === 0) return undefined;
	const isHandedOver = words.length > 2 && shells.test(words[0]!) && handOver.test(words.at(-2)!);
	return isHandedOver ? words.at(-1)! : words.join(' ');
}

/** What a call of the shell is about, on one line; undefined if it is none. */
export function summarizeCommand(input: unknown): string | undefined {
	const {command, cmd} = fieldsOf(input);
	const text = commandText(command ?? cmd)?.trim();
	if (text === undefined || text === '') return undefined;
	const patch = /^(?:apply_?patch)\b/.test(text) ? summarizePatch(text) : undefined;
	if (patch !== undefined) return `apply_patch ${patch}`;
	const line = text.slice(0, 1000).split('\n', 1)[0]!;
	return text.includes('\n') ? `${line} …` : line;
}
