import type {ToolUse} from '../../model/tool.ts';

export type ToolBody = {
	readonly text: string;
	readonly isDiff: boolean;
	readonly change?: {readonly added: number; readonly removed: number};
};

type Fields = Readonly<Record<string, unknown>>;

/** What a call would do, as lines to read: a diff for a change of files, the command, else its input. */
export function toolBody({universal, input}: ToolUse): ToolBody {
	const fields: Fields = typeof input === 'object' && input !== null ? (input as Fields) : {};
	const patch = patchOf(input, fields);
	if (patch !== undefined) return {text: patch, isDiff: true, change: countChange(patch)};
	if (universal === 'edit') return editBody(fields);
	if (universal === 'write' && typeof fields.content === 'string') return diffBody([['+', fields.content]]);
	if (universal === 'bash') {
		const command = fields.command ?? fields.cmd ?? input;
		const text = Array.isArray(command) ? command.join(' ') : command;
		// What fits into one line is in the summary already.
		if (typeof text === 'string') return {text: text.trim().includes('\n') ? text : '', isDiff: false};
	}
	if (typeof input === 'string') return {text: input, isDiff: false};
	return {text: Object.keys(fields).length > 0 ? inputLines(fields) : '', isDiff: false};
}

/** A patch in the form Codex writes, bare or in a field. */
function patchOf(input: unknown, fields: Fields): string | undefined {
	for (const value of [input, fields.patch, fields.input, fields.diff]) {
		if (typeof value === 'string' && /^\*\*\* Begin Patch|^@@ |^diff --git /m.test(value)) return value;
	}
	return undefined;
}

function editBody(fields: Fields): ToolBody {
	const edits = Array.isArray(fields.edits) ? (fields.edits as Fields[]) : [fields];
	const parts = edits.flatMap(
		(edit): Array<['-' | '+', unknown]> => [
			['-', edit?.old_string ?? edit?.old_source],
			['+', edit?.new_string ?? edit?.new_source],
		],
	);
	const texts = parts.filter((part): part is ['-' | '+', string] => typeof part[1] === 'string' && part[1] !== '');
	return texts.length > 0 ? diffBody(texts) : {text: inputLines(fields), isDiff: false};
}

function diffBody(parts: ReadonlyArray<readonly ['-' | '+', string]>): ToolBody {
	const text = parts
		.map(([sign, part]) =>
			part
				.replace(/\n$/, '')
				.split('\n')
				.map(line => `${sign} ${line}`)
				.join('\n'),
		)
		.join('\n');
	return {text, isDiff: true, change: countChange(text)};
}

function countChange(diff: string): {added: number; removed: number} {
	const lines = diff.split('\n');
	return {
		added: lines.filter(line => line.startsWith('+') && !line.startsWith('+++')).length,
		removed: lines.filter(line => line.startsWith('-') && !line.startsWith('---')).length,
	};
}

/** One line per field; text of several lines below its name. */
function inputLines(fields: Fields): string {
	return Object.entries(fields)
		.map(([name, value]) => {
			const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
			return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
		})
		.join('\n');
}
