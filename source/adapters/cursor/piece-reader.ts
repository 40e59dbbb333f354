/** Reads single records again: their entries, their raw form, their place. */
import type {EntryFacts} from '../../model/entry.ts';
import type {Locator} from '../../model/locator.ts';
import {fieldsOf, textOf} from '../fields.ts';
import {type Chat, readMessage, tryParse} from './chat.ts';
import {summary} from './decode.ts';
import {aside, callDraft, type Draft, note} from './draft.ts';
import type {Piece} from './piece.ts';
import type {ShownTurn} from './shown-turns.ts';
import {type Turn, turnsAt} from './turns.ts';

export class PieceReader {
	private turn: {readonly number: number; readonly turn: Turn | undefined} | undefined;

	constructor(
		private readonly chat: Chat,
		private readonly shown: readonly ShownTurn[],
	) {}

	/** Lines of a transcript are read as a stream, not here. */
	drafts(piece: Piece): Draft[] {
		switch (piece.kind) {
			case 'message':
				return readMessage(this.chat, piece.message);
			case 'shown':
				return shownDrafts(this.turnOf(piece.turn), piece.step);
			case 'archive':
				return [summary(this.chat.archives?.[piece.archive]?.text ?? '')];
			case 'meta': {
				const {name, mode, model} = this.chat.meta ?? {};
				if (name !== undefined) return [{kind: 'title', role: 'system', detail: 'meta', text: name}];
				return [aside('meta', [mode && `mode ${mode}`, model].filter(Boolean).join(', '))];
			}
			case 'sidecar': {
				const title = this.chat.sidecar?.title;
				return [
					title === undefined ? aside('meta.json') : {kind: 'title', role: 'system', detail: 'meta.json', text: title},
				];
			}
			case 'root': {
				const context = this.chat.state?.context;
				const text = context
					? `${context.used} of ${context.most} tokens in the model’s memory; usage is not kept`
					: '';
				return [aside('root', text)];
			}
			case 'line':
				return [];
		}
	}

	/** Neither tokens nor costs are kept; a message may name the request it was sent with. */
	facts(piece: Piece): EntryFacts {
		const cwd = this.chat.sidecar?.cwd;
		if (piece.kind !== 'message') return {cwd};
		const {id, inline} = piece.message;
		const record = fieldsOf(tryParse(inline ?? this.chat.store?.namedBlob(id)));
		return {cwd, requestId: textOf(fieldsOf(fieldsOf(record.providerOptions).cursor).requestId)};
	}

	locator(piece: Piece): Locator {
		const row = (id: string, table = 'blobs') => ({path: this.chat.store?.path ?? '', table, rowid: id});
		switch (piece.kind) {
			case 'message':
				return row(piece.message.inline ? (this.chat.rootId ?? '') : piece.message.id);
			case 'shown': {
				const turn = this.turnOf(piece.turn);
				return row(turn?.steps[piece.step]?.row ?? turn?.row ?? '');
			}
			case 'archive':
				return row(this.chat.archives?.[piece.archive]?.row ?? '');
			case 'meta':
				return row(this.chat.meta?.rows[0]?.key ?? '0', 'meta');
			case 'root':
				return row(this.chat.rootId ?? '');
			case 'sidecar':
				return {path: this.chat.sidecar?.path ?? '', offset: 0, length: this.chat.sidecar?.size ?? 0};
			case 'line':
				return {path: this.chat.transcript ?? '', offset: piece.offset, length: piece.length};
		}
	}

	/** Rows as a line of JSON each. Whatever tells of the chat itself goes without its secrets. */
	raw(piece: Piece): Buffer[] {
		switch (piece.kind) {
			case 'message':
				return piece.message.inline
					? [rowLine(piece.message.id, piece.message.inline)]
					: this.rawBlob(piece.message.id);
			case 'archive':
			case 'shown': {
				const locator = this.locator(piece);
				return 'rowid' in locator ? this.rawBlob(String(locator.rowid)) : [];
			}
			case 'meta':
				return (this.chat.meta?.rows ?? []).map(({key, value}) => jsonLine({table: 'meta', key, value}));
			case 'sidecar':
				return [jsonLine({file: 'meta.json', value: this.chat.sidecar?.shown})];
			case 'root':
				return this.chat.rootId === undefined ? [] : this.rawBlob(this.chat.rootId);
			case 'line':
				return [];
		}
	}

	private rawBlob(id: string): Buffer[] {
		const bytes = this.chat.store?.blob(id);
		return bytes ? [rowLine(id, bytes)] : [];
	}

	private turnOf(number: number): Turn | undefined {
		if (this.turn?.number !== number) {
			const {position, inner} = this.shown[number]!;
			const {state, store, rootId} = this.chat;
			const turns = state && store ? turnsAt(state, position, rootId ?? '', store) : [];
			this.turn = {number, turn: turns[inner]};
		}
		return this.turn!.turn;
	}
}

export function shownDrafts(turn: Turn | undefined, step: number): Draft[] {
	if (!turn) return [];
	if (step === -1) {
		const {prompt, shell} = turn;
		if (prompt) return [{kind: 'user', role: 'user', text: prompt.text.trim(), timestamp: prompt.time}];
		if (!shell) return [];
		return [note('shell', [`! ${shell.command}`, shell.output].filter(Boolean).join('\n'), Boolean(shell.exitCode))];
	}
	const each = turn.steps[step];
	if (!each) return [];
	if (each.kind !== 'tool') return [{kind: each.kind, role: 'assistant', text: each.text, timestamp: each.time}];
	return [{...callDraft(each.toolName ?? 'unknown', each.callId, undefined), text: each.text, timestamp: each.time}];
}

/** A message is JSON already and is put in as it is; the rest is not text. */
function rowLine(id: string, data: Buffer): Buffer {
	const isJson = tryParse(data) !== undefined;
	if (!isJson) return jsonLine({table: 'blobs', id, encoding: 'base64', data: data.toString('base64')});
	const opening = Buffer.from(`{"table":"blobs","id":${JSON.stringify(id)},"data":`);
	const body = data.includes(0x0a) ? Buffer.from(JSON.stringify(tryParse(data))) : data;
	return Buffer.concat([opening, body, Buffer.from('}\n')]);
}

function jsonLine(value: unknown): Buffer {
	return Buffer.from(`${JSON.stringify(value)}\n`);
}
