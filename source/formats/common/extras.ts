/**
 * What the model knows of an entry and the two small formats have no field for. SessionData carries it in `metadata`,
 * Universal in `extensions`, both under the same names; docs/formats.md lists them. Only what a reader could not tell
 * from the rest of the document is written.
 */
import type {Compaction} from '../../adapters/adapter.ts';
import type {Entry, EntryFacts, EntryKind, Media, Role, ToldExchange} from '../../model/entry.ts';
import type {Session} from '../../model/session.ts';
import type {UniversalTool} from '../../model/tool.ts';
import type {Exported} from '../format.ts';

export type Extras = {
	readonly kind?: EntryKind;
	readonly role?: Role;
	/** Only of a whole graph: null is a root. Absent: what stands before it. */
	readonly parent?: string | null;
	/** Only of a whole graph: it is no part of it, and belongs to every branch. */
	readonly isApart?: true;
	/** What was really written, where the document needs other words. */
	readonly text?: string;
	readonly detail?: string;
	readonly message?: string;
	/** null: none, though the document names one for the whole session. */
	readonly model?: string | null;
	readonly isAside?: true;
	readonly isError?: true;
	readonly isSidechain?: true;
	readonly spawned?: string;
	readonly cutBytes?: number;
	readonly media?: readonly Media[];
	readonly compaction?: {readonly trigger?: string; readonly tokensBefore?: number; readonly tokensAfter?: number};
	readonly universal?: UniversalTool;
	readonly facts?: EntryFacts;
	/** Only in Universal: SessionData has exchanges. */
	readonly exchange?: ToldExchange;
};

/** What the document says of an entry without the extras. */
export type Shown = {
	readonly kind: EntryKind;
	readonly text: string;
	readonly model?: string;
	readonly isError?: boolean;
};

export const usualRoles: Readonly<Record<EntryKind, Role | undefined>> = {
	user: 'user',
	assistant: 'assistant',
	thinking: 'assistant',
	tool_call: 'assistant',
	tool_result: 'tool',
	system: 'system',
	compaction: 'system',
	title: 'system',
	unknown: undefined,
};

/** Asked for each entry once, in the order in which a reader will find them: what follows what depends on it. */
export type ExtrasOf = (entry: Entry, shown: Shown) => Extras;

/** Blocks of one record are one node. */
const blockNumber = /#\d+$/;

export function extrasWriter(exported: Exported): ExtrasOf {
	const {session, branch, graph} = exported;
	const isApart = ({id}: Entry) => branch === 'all' && !graph.has(id) && !graph.has(id.replace(blockNumber, ''));
	const compactions = new Map(exported.compactions.map(compaction => [compaction.id, compaction]));
	let previous: string | undefined;
	let told: {readonly message: string; readonly facts: string} | undefined;
	/** Blocks of one answer repeat what it took: whoever adds it up should find it once. */
	const factsOf = ({message, facts}: Entry): EntryFacts | undefined => {
		const telling = tellingFacts(facts, session);
		if (message === undefined || !telling) return telling;
		const text = JSON.stringify(telling);
		if (told?.message === message && told.facts === text) return undefined;
		told = {message, facts: text};
		return telling;
	};
	return (entry, shown) => {
		const parent = branch !== 'all' || entry.parent === previous ? undefined : (entry.parent ?? null);
		previous = entry.id;
		return {
			kind: entry.kind === shown.kind ? undefined : entry.kind,
			role: entry.role === usualRoles[entry.kind] ? undefined : entry.role,
			parent,
			isApart: isApart(entry) || undefined,
			text: entry.text === shown.text ? undefined : entry.text,
			detail: entry.detail,
			message: entry.message,
			model: entry.model === shown.model ? undefined : (entry.model ?? null),
			isAside: entry.isAside || undefined,
			isError: entry.isError && !shown.isError ? true : undefined,
			isSidechain: entry.isSidechain || undefined,
			spawned: entry.spawned,
			cutBytes: entry.cutBytes,
			media: entry.media?.length ? entry.media.map(plainMedia) : undefined,
			compaction: compactionOf(compactions.get(entry.id)),
			facts: factsOf(entry),
		};
	};
}

/** Nothing at all where nothing is in it. */
export function unlessEmpty<T extends object>(fields: T): T | undefined {
	return Object.values(fields).some(value => value !== undefined) ? fields : undefined;
}

/** All that is known of them in one object; nothing where nothing is. Spreading objects that are mostly empty is slow. */
export function known(...parts: ReadonlyArray<object | undefined>): object | undefined {
	let fields: Record<string, unknown> | undefined;
	for (const part of parts) {
		for (const name in part) {
			const value = (part as Record<string, unknown>)[name];
			if (value === undefined) continue;
			fields ??= {};
			fields[name] = value;
		}
	}
	return fields;
}

function plainMedia({type, bytes, width, height}: Media): Media {
	return {type, bytes, width, height};
}

function compactionOf(compaction: Compaction | undefined): Extras['compaction'] {
	if (!compaction) return undefined;
	const {trigger, tokensBefore, tokensAfter} = compaction;
	return unlessEmpty({trigger, tokensBefore, tokensAfter});
}

/** What is the same in the whole session is said once, and what is the same everywhere not at all. */
function tellingFacts(facts: EntryFacts | undefined, session: Session): EntryFacts | undefined {
	if (!facts) return undefined;
	const {tokens} = facts;
	return unlessEmpty({
		cwd: facts.cwd === session.cwd ? undefined : facts.cwd,
		gitBranch: facts.gitBranch === (session.gitBranch ?? 'HEAD') ? undefined : facts.gitBranch,
		agentVersion: facts.agentVersion === session.agentVersion ? undefined : facts.agentVersion,
		userType: facts.userType === 'external' ? undefined : facts.userType,
		stopReason: facts.stopReason,
		stopSequence: facts.stopSequence,
		requestId: facts.requestId,
		tokens:
			tokens &&
			unlessEmpty({
				input: tokens.input,
				output: tokens.output,
				cacheCreation: tokens.cacheCreation,
				cacheRead: tokens.cacheRead,
			}),
		cost: facts.cost,
	});
}
