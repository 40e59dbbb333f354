/** The sessions as the search knows them: what filters and titles need, in memory, brought up to date before each search. */
import {crc32} from 'node:zlib';
import type {SessionRef} from '../adapters/adapter.ts';
import type {Catalog} from '../catalog/catalog.ts';
import type {Database, Row} from '../catalog/database/database.ts';
import {DamagedCatalogue} from '../catalog/database/trouble.ts';
import type {TextFacts} from '../catalog/fulltext/digest.ts';
import type {AgentId} from '../model/agent.ts';
import type {Session} from '../model/session.ts';
import {foldText} from './fold.ts';
import {LetterIndex} from './letter-index.ts';
import {letterPairs, lettersOf} from './letters.ts';
import {Prepared} from './term-matcher.ts';

/** A session as the catalogue has it; its larger parts are unpacked when somebody asks for them. */
export class KnownSession {
	/** Title, project and first prompt, as they are compared. */
	readonly title: string;
	readonly project: string;
	readonly prompt: string;
	/** Which letters occur in them. */
	readonly letters: number;
	private preparedHeads: readonly [Prepared, Prepared] | undefined;
	private parsedStart: number | undefined;
	private parsedEnd: number | undefined;
	private foundPairs: Uint32Array | undefined;
	private unpackedRef: SessionRef | undefined;
	private unpackedSession: Session | undefined;
	private unpackedText: TextFacts | undefined;

	constructor(private readonly row: SessionRow) {
		this.title = foldText((row.title ?? '').slice(0, longestTitle));
		this.project = foldText(lastParts(row.cwd ?? ''));
		this.prompt = foldText((row.prompt ?? '').slice(0, longestPrompt));
		this.letters = lettersOf(this.title) | lettersOf(this.project) | lettersOf(this.prompt);
	}

	get number(): number {
		return this.row.number;
	}

	/** All of its words are in the index, and what its text tells is known. */
	get isIndexed(): boolean {
		return Boolean(this.row.isIndexed);
	}

	/** Its header is of the present state of its files. */
	get isHeadFresh(): boolean {
		return Boolean(this.row.isHeadFresh);
	}

	/** And so are its counts. */
	get isCounted(): boolean {
		return Boolean(this.row.isCounted);
	}

	/** What words may stand in beside its text: title and project, ready to be looked at. */
	get heads(): readonly [title: Prepared, project: Prepared] {
		this.preparedHeads ??= [Prepared.folded(this.title), Prepared.folded(this.project)];
		return this.preparedHeads;
	}

	/** The same as it is written. */
	get headTexts(): readonly [title: string, project: string] {
		return [(this.row.title ?? '').slice(0, longestTitle), lastParts(this.row.cwd ?? '')];
	}

	/** ISO 8601: these sort by time as they are. */
	get endedAt(): string {
		return this.row.endedAt;
	}

	get endedMs(): number {
		this.parsedEnd ??= Date.parse(this.row.endedAt) || 0;
		return this.parsedEnd;
	}

	/** NaN where it is unknown. */
	get startedMs(): number {
		this.parsedStart ??= Date.parse(this.session?.startedAt ?? '');
		return this.parsedStart;
	}

	get ref(): SessionRef {
		this.unpackedRef ??= unpack<SessionRef>(this.row.ref)!;
		return this.unpackedRef;
	}

	/** Its header, if it was read; its counts may be of an earlier state. */
	get session(): Session | undefined {
		this.unpackedSession ??= unpack<Session>(this.row.head);
		return this.unpackedSession;
	}

	get text(): TextFacts | undefined {
		this.unpackedText ??= unpack<TextFacts>(this.row.textFacts);
		return this.unpackedText;
	}

	/** Which letters stand beside each other in title, project or first prompt. */
	get pairs(): Uint32Array {
		this.foundPairs ??= letterPairs(this.title, this.project, this.prompt);
		return this.foundPairs;
	}

	/** The same session, with more that is known of it. */
	with(more: Partial<SessionRow>): KnownSession {
		return new KnownSession({...this.row, ...more});
	}
}

export type SessionRow = {
	readonly number: number;
	readonly ref: string | SessionRef;
	readonly head: string | Session | null;
	readonly textFacts: string | TextFacts | null;
	readonly title: string | null;
	readonly cwd: string | null;
	readonly prompt: string | null;
	readonly endedAt: string;
	readonly isIndexed: boolean;
	readonly isHeadFresh: boolean;
	readonly isCounted: boolean;
};

/** What can't be unpacked is not known; the reference is checked before it is kept. */
function unpack<T>(packed: string | T | null): T | undefined {
	if (packed === null || typeof packed !== 'string') return packed ?? undefined;
	try {
		return JSON.parse(packed) as T;
	} catch {
		return undefined;
	}
}

const longestTitle = 300;
const longestPrompt = 200;
const scansOf = 'SELECT number FROM scans WHERE agent IN (SELECT value FROM json_each(?))';

export class KnownSessions {
	private readonly byNumber = new Map<number, KnownSession>();
	private newest: KnownSession[] | undefined;
	private left: KnownSession[] | undefined;
	private letterIndex: LetterIndex | undefined;
	private children: Map<string, number> | undefined;
	private seen = 0;
	private generation = 0;

	constructor(
		private readonly catalog?: Catalog,
		/** Only theirs; the catalogue may know of others. */
		private readonly agents?: readonly AgentId[],
	) {}

	/** Whether the catalogue may know of sessions that are not among them. */
	get isPartial(): boolean {
		return this.agents !== undefined && this.agents.length > 0;
	}

	/** Where there is no catalogue somebody else must tell what there is. */
	replace(sessions: readonly KnownSession[]): void {
		this.byNumber.clear();
		for (const session of sessions) this.byNumber.set(session.number, session);
		this.forget();
	}

	private forget(): void {
		this.newest = undefined;
		this.left = undefined;
		this.letterIndex = undefined;
		this.children = undefined;
	}

	/** Reads what changed since it was last asked. */
	update(): void {
		const rows = this.catalog?.use(database => this.readRows(database));
		if (!rows || (!rows.isAnew && rows.changed.length + rows.gone.length === 0)) return;
		if (rows.isAnew) this.byNumber.clear();
		for (const row of rows.changed)
			this.byNumber.set(Number(row.number), new KnownSession(row as unknown as SessionRow));
		for (const {number} of rows.gone) this.byNumber.delete(Number(number));
		for (const {changed} of [...rows.changed, ...rows.gone]) this.seen = Math.max(this.seen, Number(changed));
		this.forget();
	}

	private readRows(database: Database): {isAnew: boolean; changed: Row[]; gone: Row[]} {
		const next = Number(database.get("SELECT value FROM numbers WHERE name = 'change'")?.value ?? 1);
		const {generation} = this.catalog!;
		// The catalogue was made anew since, by us or by another: nothing of it is known.
		const isAnew = next <= this.seen || generation !== this.generation;
		this.generation = generation;
		if (isAnew) this.seen = 0;
		const agents = this.agents?.length ? [JSON.stringify(this.agents)] : [];
		const ofAgents = agents.length > 0 ? `AND scan IN (${scansOf})` : '';
		const changed = database.all(
			`SELECT number, ref, ref_check AS refCheck, head, text_facts AS textFacts, title, cwd, prompt, ended_at AS endedAt,
				indexed_stamp IS stamp AS isIndexed, head_stamp IS stamp AS isHeadFresh, counted_stamp IS stamp AS isCounted,
				changed FROM sessions WHERE changed > ? ${ofAgents}`,
			this.seen,
			...agents,
		);
		for (const {ref, refCheck} of changed)
			if (crc32(String(ref)) !== refCheck) throw new DamagedCatalogue('a session is not what was written');
		return {
			isAnew,
			changed,
			gone: database.all('SELECT number, changed FROM gone WHERE changed > ?', this.seen),
		};
	}

	get(number: number): KnownSession | undefined {
		return this.byNumber.get(number);
	}

	/** All of them, newest first. */
	get all(): readonly KnownSession[] {
		this.newest ??= [...this.byNumber.values()].sort(newestKnownFirst);
		return this.newest;
	}

	/** What letters their titles have. */
	get letters(): LetterIndex {
		this.letterIndex ??= new LetterIndex(this.all);
		return this.letterIndex;
	}

	/** Those of which the index does not hold everything, newest first. */
	get unindexed(): readonly KnownSession[] {
		this.left ??= this.all.filter(({isIndexed}) => !isIndexed);
		return this.left;
	}

	/** How many sub-agents it has. */
	childrenOf({agent, id}: SessionRef): number {
		if (!this.children) {
			this.children = new Map();
			for (const {ref} of this.byNumber.values()) {
				if (ref.parentId === undefined) continue;
				const key = `${ref.agent}:${ref.parentId}`;
				this.children.set(key, (this.children.get(key) ?? 0) + 1);
			}
		}
		return this.children.get(`${agent}:${id}`) ?? 0;
	}
}

export function newestKnownFirst(a: KnownSession, b: KnownSession): number {
	return a.endedAt < b.endedAt ? 1 : a.endedAt > b.endedAt ? -1 : a.number - b.number;
}

/** A session that no catalogue knows. */
export function unsavedSession(number: number, ref: SessionRef, session: Session | undefined): KnownSession {
	return new KnownSession({
		number,
		ref,
		head: session ?? null,
		textFacts: null,
		title: session?.title ?? null,
		cwd: session?.cwd ?? null,
		prompt: null,
		endedAt: ref.endedAt ?? '',
		isIndexed: false,
		isHeadFresh: session !== undefined,
		isCounted: false,
	});
}

/** The end of a path is what people call a project by. */
function lastParts(folder: string): string {
	return folder.split(/[\\/]/).filter(Boolean).slice(-2).join('/');
}
