/**
 * From messages to entries, in the order of the session. It remembers ids and calls, because both must be unique: used
 * once to learn the shape of a session and again for its text, it gives the same ids both times.
 */
import type {Entry, EntryKind} from '../../model/entry.ts';
import type {NodeRole} from '../../model/node-role.ts';
import {type Fields, isFields, isoTime, recordJson, shortText, stringOf, textOf} from '../fields.ts';
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

	constructor(
		private readonly revert?: Revert,
		/** A compaction was asked for, and its summary is still to come. */
		public awaitsSummary = false,
	) {}

	decode(message: Message): Decoded[] {
		const drafts = this.draftsOf(message);
		const isCut = message.id === this.revert?.messageId;
		const cut =
			isCut && this.revert?.partId !== undefined ? this.cutAt(message, drafts, this.revert.partId) : undefined;
		const id = this.unique(message.id);
		if (cut === undefined) return [this.place(id, drafts, message, isCut)];
		return [
			this.place(id, drafts.slice(0, cut), message, false),
			this.place(this.unique(this.revert!.partId!), drafts.slice(cut), message, true),
		];
	}

	/** Where the drafts of the undone parts begin; undefined if the message has no such part. */
	private cutAt(message: Message, drafts: readonly Draft[], partId: string): number | undefined {
		const first = message.parts.findIndex(({id}) => id === partId);
		if (first === -1) return undefined;
		const undone = new Set(message.parts.slice(first));
		const at = drafts.findIndex(({part}) => part !== undefined && undone.has(part));
		return at === -1 ? drafts.length : at;
	}

	private place(id: string, drafts: readonly Draft[], message: Message, isUndone: boolean): Decoded {
		const entries: Entry[] = [];
		const timestamp = isoTime(message.createdAt);
		const model = isFields(message.info) ? textOf(message.info.modelID) : undefined;
		let parent = this.previous;
		for (const [index, {words, part, isAnswer}] of drafts.entries()) {
			// Every field by its name: entries of one shape are made and thrown away several times faster.
			const entry: Entry = {
				id: index === 0 ? id : `${id}#${index}`,
				parent,
				kind: words.kind,
				role: words.role,
				timestamp: words.timestamp ?? timestamp,
				text: words.text,
				tool: words.tool,
				media: words.media,
				model: isAnswer ? model : undefined,
				message: isAnswer ? message.id : undefined,
				detail: words.detail,
				isAside: words.isAside,
				isError: words.isError,
				spawned: words.spawned,
				locator: (part ?? message).locator,
			};
			entries.push(entry);
			parent = entry.id;
		}
		this.previous = id;
		return {id, role: roleOf(drafts), entries, isUndone};
	}

	private draftsOf(message: Message): Draft[] {
		const {id, info, parts} = message;
		const inParts = () => parts.map((part): Draft => ({words: partWords(part.data), part}));
		if (!isFields(info)) {
			const words: Words = {kind: 'unknown', detail: 'message that is not JSON', text: shortText(info)};
			return [{words}, ...inParts()];
		}
		if (info.role === 'user') {
			const found = userWords(parts);
			if (found.some(({words}) => words.kind === 'compaction')) this.awaitsSummary = true;
			return found;
		}
		if (info.role === 'assistant') return this.answerDrafts(info, parts);
		const unknown: Words = {
			kind: 'unknown',
			detail: `message ${stringOf(info.role) ?? 'without a role'}`,
			text: recordJson(info),
		};
		return [...(noteWords(id, info) ?? [unknown]).map(words => ({words})), ...inParts()];
	}

	private answerDrafts(info: Fields, parts: readonly Part[]): Draft[] {
		const isSummary = info.summary === true;
		const found: Draft[] = [];
		// Old versions wrote the summary and nothing else.
		if (isSummary && !this.awaitsSummary) found.push({words: compactionMark(false)});
		if (isSummary) this.awaitsSummary = false;
		for (const part of parts) {
			for (const words of this.partWords(part)) {
				if (isSummary && words.kind === 'assistant')
					found.push({words: {...words, kind: 'system', role: 'system', detail: 'compact_summary'}, part});
				else found.push({words, part, isAnswer: words.kind !== 'system' && words.kind !== 'unknown'});
			}
		}
		const error = describeError(info.error);
		if (error !== undefined) {
			const detail = isFields(info.error) ? (textOf(info.error.name) ?? 'error') : 'error';
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
	if (drafts.some(({words}) => words.kind === 'user')) return 'prompt';
	return drafts.some(({words: {kind, role}}) => spoken.has(kind) && role === 'assistant') ? 'answer' : 'aside';
}
