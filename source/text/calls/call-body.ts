import {type Change, type Diff, DiffBuilder, type DiffRun} from '../patch/diff.ts';
import {addLineDiff, linesOf} from '../patch/line-diff.ts';
import {isPatch, patchInside} from '../patch/parse-patch.ts';
import {patchDiff} from '../patch/patch-diff.ts';
import type {Call} from './call.ts';

export type CallBody = {
	readonly text: string;
	/** What the lines of the text are, if it is a diff. */
	readonly diff?: readonly DiffRun[];
	readonly change?: Change;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a call would do, as lines to read: a diff for a change of files, the command, else its input. What stands in the
 * summary is not said again.
 */
export function callBody({universal, input}: Call, summary: string): CallBody {
	const fields: Fields = typeof input === 'object' && input !== null ? (input as Fields) : {};
	const diff = patchIn(input, fields) ?? changeIn(universal, fields);
	if (diff) return diffBody(diff);
	if (universal === 'bash') {
		const text = commandIn(input, fields);
		if (text !== undefined) return {text: isSaid(text.trim(), listIn(fields), summary) ? '' : text};
	}
	if (typeof input === 'string') return {text: input === summary ? '' : input};
	return {text: inputLines(fields, summary)};
}

/** As a rule a command of one line is its own summary, without the shell it was handed to; others may have put it in words. */
function isSaid(command: string, words: readonly unknown[], summary: string): boolean {
	if (command.includes('\n') || summary === '') return false;
	return command === summary || (/^[-/]\w+$/.test(String(words.at(-2))) && String(words.at(-1)).trim() === summary);
}

/** Of a command that is a list: the shell, how it is handed over, and what. */
function listIn({command, cmd}: Fields): readonly unknown[] {
	const list = command ?? cmd;
	return Array.isArray(list) ? list : [];
}

/** What a call did, from the patch that came with its result. */
export function patchBody(patch: string): CallBody | undefined {
	const diff = patchDiff(patch);
	return diff && diffBody(diff);
}

function diffBody({text, runs, change}: Diff): CallBody {
	return {text, diff: runs, change};
}

/** A patch, bare or in a field or handed to a shell. */
function patchIn(input: unknown, fields: Fields): Diff | undefined {
	for (const value of [input, fields.patch, fields.input, fields.diff, fields.patchText])
		if (typeof value === 'string' && isPatch(value)) return patchDiff(value);
	const patch = patchInside(commandIn(undefined, fields) ?? '');
	return patch === undefined ? undefined : patchDiff(patch);
}

function commandIn(input: unknown, fields: Fields): string | undefined {
	const command = fields.command ?? fields.cmd ?? input;
	const text = Array.isArray(command) ? command.join(' ') : command;
	return typeof text === 'string' ? text : undefined;
}

const oldNames = ['old_string', 'oldString', 'old_str', 'oldText', 'old_source'];
const newNames = ['new_string', 'newString', 'new_str', 'newText', 'new_source'];
const contentNames = ['content', 'contents', 'file_text', 'new_source'];

/** From the texts before and after, or from a file that is written whole. */
function changeIn(universal: string, fields: Fields): Diff | undefined {
	if (universal !== 'edit' && universal !== 'write') return undefined;
	const edits = Array.isArray(fields.edits) ? (fields.edits as unknown[]) : [fields];
	const builder = new DiffBuilder();
	let isChange = false;
	for (const edit of edits) {
		const part = (edit ?? {}) as Fields;
		const [before, after] = [textIn(part, oldNames), textIn(part, newNames)];
		if (before === undefined && after === undefined) continue;
		isChange = true;
		builder.goTo();
		addLineDiff(builder, before ?? '', after ?? '');
	}
	const content = isChange ? undefined : textIn(fields, contentNames);
	if (content !== undefined) {
		isChange = true;
		builder.goTo({newLine: 1});
		for (const line of linesOf(content)) builder.add(line);
	}
	return isChange ? builder.build() : undefined;
}

function textIn(fields: Fields, names: readonly string[]): string | undefined {
	for (const name of names) if (typeof fields[name] === 'string') return fields[name];
	return undefined;
}

/** One line per field; text of several lines below its name. */
function inputLines(fields: Fields, summary: string): string {
	return Object.entries(fields)
		.filter(([, value]) => value !== summary)
		.map(([name, value]) => {
			const text = typeof value === 'string' ? value : (listText(value) ?? JSON.stringify(value) ?? '');
			return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
		})
		.join('\n');
}

const stepMarks: Readonly<Record<string, string>> = {completed: '✓', in_progress: '▸', cancelled: '✗'};

/** Plans and lists of things to do: a step a line, with how far it is. */
function listText(value: unknown): string | undefined {
	if (!Array.isArray(value) || value.length === 0) return undefined;
	const lines = value.map((item: Fields | null) => {
		const text = textIn(item ?? {}, ['content', 'step', 'subject', 'description']);
		const status = textIn(item ?? {}, ['status']);
		return text === undefined || status === undefined ? undefined : `${stepMarks[status] ?? '·'} ${text}`;
	});
	return lines.includes(undefined) ? undefined : `${lines.join('\n')}\n`;
}
