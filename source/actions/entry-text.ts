import {type Pair, Pairing} from '../formats/parts/pairing.ts';
import type {Entry} from '../model/entry.ts';
import {plural} from '../text/figures.ts';
import type {Paint} from '../text/paint.ts';
import {sanitize, sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';

const margin = '        ';
const foldedLines = 12;

/** Writes entries as text, a tool call together with its result, where the call stands. */
export class EntryWriter {
	/** Whatever follows a call waits with it, so that one without a result keeps its place. */
	private readonly pairing = new Pairing();
	private lastMessage: string | undefined;

	constructor(
		private readonly paint: Paint,
		/** Everything: whole outputs, thinking, and the harness's own records. */
		private readonly isFull: boolean,
	) {}

	write(entry: Entry): string {
		return entry.isAside && !this.isFull ? '' : this.pairs(this.pairing.add(entry));
	}

	/** What still waits for a result. */
	finish(): string {
		return this.pairs(this.pairing.finish());
	}

	private pairs(pairs: readonly Pair[]): string {
		return pairs.map(pair => this.pair(pair)).join('');
	}

	private pair({entry, result}: Pair): string {
		switch (entry.kind) {
			case 'user':
				return this.speech(entry, this.paint('prompt', '┃ '));
			case 'assistant':
				return entry.text.trim() === '' && !entry.media ? '' : this.speech(entry, '  ');
			case 'thinking':
				return this.thinking(entry);
			case 'tool_call':
				return this.block(entry, result);
			case 'tool_result':
				return this.block(undefined, entry);
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
		const heading = `${margin}${this.paint('dim', `▸ thinking  ${plural(words, 'word')}`)}\n`;
		return this.isFull ? heading + this.indent(text) : heading;
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

function firstLine(text: string): string {
	return sanitizeLine(text.trim().split('\n', 1)[0] ?? '');
}
