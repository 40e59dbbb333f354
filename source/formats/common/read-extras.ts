/** The way back of extras.ts. Other programs' files may hold anything in these places: what does not fit is passed over. */

import type {Compaction} from '../../adapters/adapter.ts';
import {type Fields, fieldsOf, isFields, numberOf, stringOf} from '../../adapters/fields.ts';
import type {NodeInput} from '../../model/branch-graph-builder.ts';
import {type EntryFacts, entryKinds, type Media, type Role} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import type {ImportedEntry, ImportedRecord} from '../import/open-format.ts';
import {mediaFrom, nodeRoleOf} from '../import/read-parts.ts';
import {usualRoles} from './extras.ts';

/** What the document itself says of an entry. */
export type GivenEntry = Omit<ImportedEntry, 'parent'>;

const roles: readonly unknown[] = ['user', 'assistant', 'system', 'tool'] satisfies Role[];

/** Collects the entries of a document in their order, each a record. Ids that are there already are made different. */
export class RecordList {
	readonly records: ImportedRecord[] = [];
	readonly compactions: Compaction[] = [];
	private readonly ids = new Set<string>();
	private previous: string | undefined;
	private told: {readonly message: string; readonly facts: EntryFacts} | undefined;

	/** `element`: which of the document's list it is from. */
	add(element: number, given: GivenEntry, value: unknown): void {
		const extras = fieldsOf(value);
		const kind = entryKinds.find(each => each === extras.kind) ?? given.kind;
		const id = this.free(given.id);
		const entry: ImportedEntry = {
			...given,
			id,
			kind,
			parent: extras.parent === undefined ? this.previous : stringOf(extras.parent),
			role: roles.includes(extras.role) ? (extras.role as Role) : (given.role ?? usualRoles[kind]),
			text: stringOf(extras.text) ?? given.text,
			detail: stringOf(extras.detail) ?? given.detail,
			message: stringOf(extras.message) ?? given.message,
			model: extras.model === null ? undefined : (stringOf(extras.model) ?? given.model),
			isAside: extras.isAside === true || given.isAside || undefined,
			isError: extras.isError === true || given.isError || undefined,
			isSidechain: extras.isSidechain === true || undefined,
			spawned: stringOf(extras.spawned),
			cutBytes: numberOf(extras.cutBytes),
			media: presentMedia(extras.media) ?? given.media,
			facts: this.factsOf(stringOf(extras.message) ?? given.message, extras.facts),
		};
		this.previous = id;
		this.records.push({element, node: extras.isApart === true ? undefined : nodeOf(entry), entries: [entry]});
		if (kind === 'compaction') this.compactions.push(compactionFrom(id, given.timestamp, fieldsOf(extras.compaction)));
	}

	/** What the blocks of one answer have in common is written with the first of them. */
	private factsOf(message: string | undefined, value: unknown): EntryFacts | undefined {
		const facts = factsFrom(value);
		if (message === undefined) return facts;
		if (facts) this.told = {message, facts};
		return facts ?? (this.told?.message === message ? this.told.facts : undefined);
	}

	private free(id: string): string {
		let name = id;
		for (let number = 2; this.ids.has(name); number++) name = `${id}~${number}`;
		this.ids.add(name);
		return name;
	}
}

function nodeOf({id, parent, kind, isSidechain, isAside, message}: ImportedEntry): NodeInput {
	const role = isSidechain || isAside ? 'aside' : nodeRoleOf[kind];
	return {id, parent, role, message: role === 'answer' ? message : undefined};
}

function compactionFrom(id: string, timestamp: string | undefined, fields: Fields): Compaction {
	const [tokensBefore, tokensAfter] = [numberOf(fields.tokensBefore), numberOf(fields.tokensAfter)];
	return {id, timestamp, trigger: stringOf(fields.trigger), tokensBefore, tokensAfter};
}

/** An empty list is what a document without any has. */
function presentMedia(value: unknown): Media[] | undefined {
	const media = mediaFrom(value);
	return media?.length ? media : undefined;
}

function factsFrom(value: unknown): EntryFacts | undefined {
	if (!isFields(value)) return undefined;
	return {
		cwd: stringOf(value.cwd),
		gitBranch: stringOf(value.gitBranch),
		agentVersion: stringOf(value.agentVersion),
		userType: stringOf(value.userType),
		stopReason: stringOf(value.stopReason),
		stopSequence: stringOf(value.stopSequence),
		requestId: stringOf(value.requestId),
		tokens: tokensFrom(value.tokens),
		cost: numberOf(value.cost),
	};
}

export function tokensFrom(value: unknown): Tokens | undefined {
	if (!isFields(value)) return undefined;
	return {
		input: numberOf(value.input),
		output: numberOf(value.output),
		cacheCreation: numberOf(value.cacheCreation),
		cacheRead: numberOf(value.cacheRead),
	};
}
