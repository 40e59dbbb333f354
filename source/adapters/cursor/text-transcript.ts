/**
 * The oldest transcripts are plain text: blocks that begin with `user:` or `assistant:` on a line of its own, and within
 * an answer `[Thinking]`, `[Tool call] Name` and `[Tool result] Name`. They are read into the records that the later
 * transcripts hold, so that nobody else needs to know of them.
 */
import type {RawRecord} from '../jsonl/parse-line.ts';
import {readChunks} from '../jsonl/read-chunks.ts';
import type {RecordOptions} from '../jsonl/read-records.ts';
import {LineSplitter, longestLine} from '../jsonl/split-lines.ts';

const speaker = /^(user|assistant|A|tool):\s*(.*)$/;
const mark = /^\[(Thinking|Tool call|Tool result)\]\s?(.*)$/;

type Block = {
	readonly role: 'user' | 'assistant';
	readonly kind: string;
	readonly name: string;
	readonly offset: number;
	readonly lines: string[];
	end: number;
};

export async function* readTextTranscript(path: string, options: RecordOptions = {}): AsyncGenerator<RawRecord[]> {
	const splitter = new LineSplitter(0, options.isWhole ? longestLine : undefined);
	const reader = new BlockReader();
	for await (const chunk of readChunks(path, options)) {
		yield splitter
			.push(chunk)
			.flatMap(line => reader.take(line.bytes?.toString('utf8') ?? '', line.offset, line.length));
	}
	const last = splitter.finish();
	const rest = last ? reader.take(last.bytes?.toString('utf8') ?? '', last.offset, last.length) : [];
	yield [...rest, ...reader.finish()];
}

class BlockReader {
	private block: Block | undefined;
	/** Inside a prompt's tags a line that looks like a speaker is just a line. */
	private isInQuery = false;

	take(raw: string, offset: number, length: number): RawRecord[] {
		const line = raw.replace(/\r$/, '');
		const begun = this.isInQuery ? undefined : this.begin(line, offset);
		const done = begun ? this.finish() : [];
		if (begun) this.block = begun;
		else this.block?.lines.push(line);
		if (this.block) this.block.end = offset + length;
		if (this.block?.role === 'user') {
			const [from, to] = [line.lastIndexOf('<user_query>'), line.lastIndexOf('</user_query>')];
			if (from !== to) this.isInQuery = from > to;
		}
		return done;
	}

	finish(): RawRecord[] {
		const {block} = this;
		this.block = undefined;
		const value = block && recordFrom(block);
		return value ? [{value, offset: block.offset, length: block.end - block.offset, cutBytes: 0}] : [];
	}

	private begin(line: string, offset: number): Block | undefined {
		const speaks = speaker.exec(line);
		if (speaks) {
			const role = speaks[1] === 'user' ? 'user' : 'assistant';
			return {role, kind: 'text', name: '', offset, lines: speaks[2] === '' ? [] : [speaks[2]!], end: offset};
		}
		const marks = this.block?.role === 'assistant' ? mark.exec(line) : null;
		if (marks) {
			const [, kind, rest] = marks as unknown as [string, string, string];
			const lines = kind === 'Thinking' && rest !== '' ? [rest] : [];
			return {role: 'assistant', kind, name: rest.trim(), offset, lines, end: offset};
		}
		// A tool's body is indented; the first line that is not goes on with the answer.
		const isAfterTool = this.block?.kind.startsWith('Tool') && line.trim() !== '' && !/^\s/.test(line);
		return isAfterTool ? {role: 'assistant', kind: 'text', name: '', offset, lines: [line], end: offset} : undefined;
	}
}

function recordFrom({role, kind, name, lines}: Block): unknown {
	const text = lines.join('\n').trim();
	const record = (part: object) => ({role, message: {content: [part]}});
	switch (kind) {
		case 'Thinking':
			return record({type: 'thinking', thinking: text});
		case 'Tool call':
			return record({type: 'tool_use', name, input: inputFrom(lines)});
		case 'Tool result':
			return {role: 'user', message: {content: [{type: 'tool_result', name, content: dedent(lines)}]}};
		default:
			return text === '' ? undefined : record({type: 'text', text});
	}
}

/** JSON, or a line `key=value` for each field, or whatever else stands there. */
function inputFrom(lines: readonly string[]): unknown {
	const body = dedent(lines);
	try {
		return JSON.parse(body);
	} catch {
		// Not JSON: then lines of fields.
	}
	const fields: Record<string, string> = {};
	let open: string | undefined;
	for (const line of body.split('\n')) {
		const match = /^([A-Za-z_]\w*)\s*[=:]\s?(.*)$/.exec(line);
		if (match) {
			open = match[1]!;
			fields[open] = match[2]!;
		} else if (open === undefined) return body === '' ? undefined : body;
		else fields[open] += `\n${line}`;
	}
	return fields;
}

function dedent(lines: readonly string[]): string {
	const filled = lines.filter(line => line.trim() !== '');
	const margin = Math.min(...filled.map(line => line.length - line.trimStart().length));
	return lines
		.map(line => line.slice(Number.isFinite(margin) ? margin : 0))
		.join('\n')
		.trim();
}
