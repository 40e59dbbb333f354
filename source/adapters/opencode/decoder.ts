/**
 * From messages to entries, in the order of the session. It remembers ids and calls, because both must be unique: used
 * once to learn the shape of a session and again for its text, it gives the same ids both times.
 */
import type {Entry, EntryKind} from '../../model/entry.ts';
import type {NodeRole} from '../../model/node-role.ts';
import {isFields, isoTime, shortText, stringOf, textOf} from '../fields.ts';
import {compactionMark, noteWords} from './decode-note.ts';
import {describeError, partWords} from './decode-part.ts';
import {toolWords} from './decode-tool.ts';
import {userWords} from './decode-user.ts';
import type {Draft, Words} from './draft.ts';
import type {Revert} from './session-info.ts';
import type {Message, Part} from './source.ts';

/** A node of the branch graph: a message, or the half of one where an undo cut through it. */
export type Decoded = {
	readonly id: string;
	readonly role: NodeRole;
	readonly entries: readonly Entry[];
	/** It begins what was undone. */
	readonly isUndone: boolean;
};

const spoken: ReadonlySet<EntryKind> = new Set(['assistant', 'thinking', 'tool_call']);

export class Decoder {
	private readonly ids = new Set<string>();
	private readonly calls = new Set<string>();
	private previous: string | undefined;
	/** A compaction was asked for, and its summary is still to come. */
	private awaitsSummary = false;

	constructor(private readonly revert?: Revert) {}

	decode(message: Message): Decoded[] {
		const drafts = this.draftsOf(message);
		const isCut = message.id === this.revert?.messageId;
		const cut =
			isCut && this.revert?.partId !== undefined ? this.cutAt(message, drafts, this.revert.partId) : undefined;
		const id = this.unique(message.id);
		if (cut === undefined) return [this.place(id, drafts, isCut)];
		return [
			this.place(id, drafts.slice(0, cut), false),
			this.place(this.unique(this.revert!.partId!), drafts.slice(cut), true),
		];
	}

	/** Where the drafts of the undone parts begin; undefined if the message has no such part. */
	private cutAt(message: Message, drafts: readonly Draft[], partId: string): number | undefined {
		const first = message.parts.findIndex(({id}) => id === partId);
		if (first === -1) return undefined;
		const undone = new Set(message.parts.slice(first).map(({id}) => id));
		const at = drafts.findIndex(({part}) => part !== undefined && undone.has(part));
		return at === -1 ? drafts.length : at;
	}

	private place(id: string, drafts: readonly Draft[], isUndone: boolean): Decoded {
		const entries: Entry[] = [];
		let parent = this.previous;
		for (const [index, {part: _, ...draft}] of drafts.entries()) {
			const entry = {...draft, id: index === 0 ? id : `${id}#${index}`, parent};
			entries.push(entry);
			parent = entry.id;
		}
		this.previous = id;
		return {id, role: roleOf(drafts), entries, isUndone};
	}

	private draftsOf(message: Message): Draft[] {
		const {info, locator, createdAt} = message;
		const timestamp = isoTime(createdAt);
		const draft = (words: Words, part?: Part): Draft => ({
			...words,
			timestamp: words.timestamp ?? timestamp,
			locator: part?.locator ?? locator,
			part: part?.id,
		});
		const parts = new Map(message.parts.map(part => [part.id, part]));
		if (!isFields(info)) {
			const words: Words = {kind: 'unknown', detail: 'message that is not JSON', text: shortText(info)};
			return [draft(words), ...message.parts.map(part => draft(partWords(part.data), part))];
		}
		if (info.role === 'user') {
			const found = userWords(message.parts);
			if (found.some(({words}) => words.kind === 'compaction')) this.awaitsSummary = true;
			return found.map(({words, part}) => draft(words, part === undefined ? undefined : parts.get(part)));
		}
		if (info.role === 'assistant') return this.answerWords(message).map(({words, part}) => draft(words, part));
		const notes = noteWords(message.id, info);
		const unknown: Words = {
			kind: 'unknown',
			detail: `message ${stringOf(info.role) ?? 'without a role'}`,
			text: shortText(info),
		};
		return [
			...(notes ?? [unknown]).map(words => draft(words)),
			...message.parts.map(part => draft(partWords(part.data), part)),
		];
	}

	private answerWords({id, info, parts}: Message): Array<{words: Words; part?: Part}> {
		const fields = isFields(info) ? info : {};
		const isSummary = fields.summary === true;
		const model = textOf(fields.modelID);
		const found: Array<{words: Words; part?: Part}> = [];
		// Old versions wrote the summary and nothing else.
		if (isSummary && !this.awaitsSummary) found.push({words: compactionMark(false)});
		if (isSummary) this.awaitsSummary = false;
		for (const part of parts) {
			for (const words of this.partWords(part)) {
				if (isSummary && words.kind === 'assistant')
					found.push({words: {...words, kind: 'system', role: 'system', detail: 'compact_summary'}, part});
				else if (words.kind === 'system' || words.kind === 'unknown') found.push({words, part});
				else found.push({words: {...words, model, message: id}, part});
			}
		}
		const error = describeError(fields.error);
		if (error !== undefined) {
			const detail = isFields(fields.error) ? (textOf(fields.error.name) ?? 'error') : 'error';
			found.push({words: {kind: 'system', role: 'system', detail, text: error, isError: true}});
		}
		return found;
	}

	private partWords({id, data}: Part): Words[] {
		if (!isFields(data) || data.type !== 'tool') return [partWords(data)];
		const callId = textOf(data.callID) ?? id;
		// Some models count their calls from zero in every answer.
		const unique = this.calls.has(callId) ? id : callId;
		this.calls.add(unique);
		return toolWords(data, unique);
	}

	private unique(id: string): string {
		const unique = this.ids.has(id) ? `${id}@${this.ids.size}` : id;
		this.ids.add(unique);
		return unique;
	}
}

function roleOf(drafts: readonly Draft[]): NodeRole {
	if (drafts.some(({kind}) => kind === 'user')) return 'prompt';
	return drafts.some(({kind, role}) => spoken.has(kind) && role === 'assistant') ? 'answer' : 'aside';
}
