import type {Entry} from '../model/entry.ts';
import type {Paint} from '../text/paint.ts';
import {sanitize, sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';

const margin = '        ';
const foldedLines = 12;
/** How many calls may wait for their result, and results for their call, before they are written alone. */
const mostWaiting = 128;

/** Writes entries as text, a tool call together with its result. */
export class EntryWriter {
	/** Calls whose result has not come yet. */
	private readonly open = new Map<string, Entry>();
	/** Results that a file holds before their call. */
	private readonly early = new Map<string, Entry>();
	/** Calls that were written before their result came. */
	private readonly written = new Set<string>();
	private lastMessage: string | undefined;

	constructor(
		private readonly paint: Paint,
		/** Everything: whole outputs, thinking, and the harness's own records. */
		private readonly isFull: boolean,
	) {}

	write(entry: Entry): string {
		if (entry.isAside && !this.isFull) return '';
		switch (entry.kind) {
			case 'user':
				return this.flushOpen() + this.speech(entry, this.paint('prompt', '┃ '));
			case 'assistant':
				return entry.text.trim() === '' && !entry.media ? '' : this.speech(entry, '  ');
			case 'thinking':
				return this.thinking(entry);
			case 'tool_call':
				return this.call(entry);
			case 'tool_result':
				return this.result(entry);
			case 'compaction':
				return `\n${this.paint('fork', `── compacted · ${firstLine(entry.text)}`.replace(/ · (?:Conversation compacted)?$/, ''))}\n`;
			case 'title':
				return this.isFull ? `${margin}${this.paint('dim', `named: ${firstLine(entry.text)}`)}\n` : '';
			case 'system':
				return this.note(entry);
			case 'unknown':
				return `${margin}${this.paint('dim', `? ${sanitizeLine(entry.detail ?? '')}  ${this.isFull ? sanitizeLine(entry.text) : 'a record of an unknown kind (--raw shows it)'}`)}\n`;
		}
	}

	/** Calls that never got a result. */
	finish(): string {
		return [...this.open.values(), ...this.early.values()]
			.map(entry => (entry.kind === 'tool_call' ? this.block(entry) : this.block(undefined, entry)))
			.join('');
	}

	private speech(entry: Entry, bar: string): string {
		const isGoingOn = entry.kind === 'assistant' && entry.message !== undefined && entry.message === this.lastMessage;
		this.lastMessage = entry.message;
		const time = (isGoingOn ? '' : clock(entry.timestamp)).padEnd(6);
		const lines = sanitize(entry.text).trimEnd().split('\n');
		for (const {type, bytes} of entry.media ?? [])
			lines.push(this.paint('dim', `[${sanitizeLine(type)}${bytes === undefined ? '' : `, ${bytes} bytes`}]`));
		const body = lines.filter((line, index) => index > 0 || line !== '' || lines.length === 1);
		const text = body.map((line, index) =>
			`${index === 0 ? this.paint('dim', time) : '      '}${bar}${line}`.trimEnd(),
		);
		return `\n${text.join('\n')}\n${this.cutNote(entry)}`;
	}

	private thinking(entry: Entry): string {
		const text = sanitize(entry.text).trim();
		if (text === '') return this.isFull ? `${margin}${this.paint('dim', 'thinking (not stored)')}\n` : '';
		const words = text.split(/\s+/).length;
		const heading = `${margin}${this.paint('dim', `▸ thinking  ${words} words`)}\n`;
		return this.isFull ? heading + this.indent(text) : heading;
	}

	private call(entry: Entry): string {
		const callId = entry.tool?.callId;
		if (callId === undefined) return this.block(entry);
		const result = this.early.get(callId);
		if (result) {
			this.early.delete(callId);
			return this.block(entry, result);
		}
		// Of two calls with one id the first is not heard of any more.
		const earlier = this.open.get(callId);
		this.open.delete(callId);
		this.open.set(callId, entry);
		const oldest = earlier ?? takeOldest(this.open);
		return oldest ? this.block(oldest) : '';
	}

	/** Somebody typed while calls were running: they stand before the words, their results will stand after. */
	private flushOpen(): string {
		const calls = [...this.open.entries()];
		this.open.clear();
		for (const [callId] of calls) this.written.add(callId);
		return calls.map(([, call]) => this.block(call)).join('');
	}

	private result(entry: Entry): string {
		const callId = entry.tool?.callId;
		const call = callId === undefined ? undefined : this.open.get(callId);
		if (callId !== undefined && this.written.delete(callId)) return this.block(undefined, entry);
		if (callId !== undefined && !call) {
			this.early.set(callId, entry);
			const oldest = takeOldest(this.early);
			return oldest ? this.block(undefined, oldest) : '';
		}
		if (callId !== undefined) this.open.delete(callId);
		return this.block(call, entry);
	}

	private block(call: Entry | undefined, result?: Entry): string {
		const name = sanitizeLine(call?.tool?.name ?? result?.tool?.name ?? 'tool');
		const output = (result?.text ?? '').trimEnd();
		const lines = output === '' ? [] : output.split('\n');
		const state = [
			result?.isError ? this.paint('error', '✗') : '',
			result ? (lines.length > 1 ? `${lines.length} lines` : '') : this.paint('dim', 'no result yet'),
			call?.spawned === undefined ? '' : `sub-agent ${sanitizeLine(call.spawned)}`,
		];
		const head = [this.paint('tool', name), sanitizeLine(call?.text ?? ''), ...state]
			.filter(part => part !== '')
			.join('  ');
		const media = (result?.media ?? []).map(({type}) => `[${sanitizeLine(type)}]`).join(' ');
		const shown = (this.isFull ? lines : lines.slice(0, foldedLines)).flatMap(line => sanitize(line).split('\n'));
		const more = this.isFull ? 0 : Math.max(0, lines.length - foldedLines);
		const body = [
			...shown,
			...(media === '' ? [] : [media]),
			...(more > 0 ? [`… ${more} more lines (--full shows them)`] : []),
		];
		return `${margin}${head}\n${body.map(line => `${margin}  ${this.paint('dim', line)}`.trimEnd()).join('\n')}${body.length > 0 ? '\n' : ''}${result ? this.cutNote(result) : ''}`;
	}

	private note(entry: Entry): string {
		const text = sanitize(entry.text).trim();
		if (text === '' && !this.isFull) return '';
		const label = entry.detail === undefined ? '' : `${sanitizeLine(entry.detail)}: `;
		const lines = text.split('\n');
		const shown = this.isFull
			? text
			: lines.length > 3
				? `${lines.slice(0, 3).join('\n')}\n… ${lines.length - 3} more lines`
				: text;
		const role = entry.isError ? 'error' : 'dim';
		return this.indent(`${label}${shown}`, role);
	}

	private indent(text: string, role: 'dim' | 'error' = 'dim'): string {
		return `${text
			.split('\n')
			.map(line => `${margin}  ${this.paint(role, line)}`.trimEnd())
			.join('\n')}\n`;
	}

	private cutNote({cutBytes}: Entry): string {
		return cutBytes === undefined
			? ''
			: `${margin}${this.paint('dim', `… ${cutBytes} more bytes (--raw shows them)`)}\n`;
	}
}

/** Removes and gives the first one when too many wait. */
function takeOldest(waiting: Map<string, Entry>): Entry | undefined {
	if (waiting.size <= mostWaiting) return undefined;
	const [id, entry] = waiting.entries().next().value!;
	waiting.delete(id);
	return entry;
}

function firstLine(text: string): string {
	return sanitizeLine(text.trim().split('\n', 1)[0] ?? '');
}
