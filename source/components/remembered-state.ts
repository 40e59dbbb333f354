/** What is remembered of the explorer from one start to the next: what was searched for, and what was open where. */
import type {Locator} from '../model/locator.ts';
import {type Mode, modes} from '../search/query/query.ts';
import type {Explorer} from './explorer.ts';
import type {LastExport} from './export/export-form.ts';
import {readExport} from './export/last-export.ts';
import {type Grouping, groupings, type Sort, sorts} from './list/arrangement.ts';
import {type Folds, folded, levels} from './reader/layout/layout-block.ts';
import type {Reader} from './reader/reader.ts';
import type {ReadingPlace} from './reader/reader-hits.ts';
import {type Scope, scopes} from './search-source.ts';
import type {ListedSession} from './session-source.ts';

export type SessionName = {readonly agent: string; readonly id: string; readonly path: string};

export type OpenSession = {readonly session: SessionName; readonly folds: Folds; readonly place?: ReadingPlace};

/** Whatever is absent is as it is without it. */
export type RememberedState = {
	readonly query?: string;
	readonly scope?: Scope;
	readonly mode?: Mode;
	readonly grouping?: Grouping;
	readonly sort?: Sort;
	readonly preview?: boolean;
	readonly agentSessions?: boolean;
	readonly selected?: SessionName;
	readonly exported?: LastExport;
	/** A sub-agent lies over the session that started it. */
	readonly open?: readonly OpenSession[];
};

const longestQuery = 2000;
const deepest = 8;

/** What there is to remember now. What is as `usual` is not: should that change, it is as it is then. */
export function stateOf(explorer: Explorer, usual: RememberedState = {}): RememberedState {
	const {list, search, isPreviewShown} = explorer.scene;
	const unusual = <T>(value: T, usually: T): T | undefined => (value === usually ? undefined : value);
	const readers = [...explorer.readers.parents, explorer.reader].filter(reader => reader !== undefined);
	return {
		query: search?.text.trim() ? search.text : undefined,
		scope: search && unusual(search.scope, usual.scope ?? 'all'),
		mode: search && unusual(search.mode, usual.mode ?? 'fuzzy'),
		grouping: unusual(list.grouping, usual.grouping ?? 'day'),
		sort: unusual(list.sort, usual.sort ?? 'newest'),
		preview: unusual(isPreviewShown, usual.preview ?? true),
		agentSessions: unusual(list.areAgentsShown, usual.agentSessions ?? false),
		exported: explorer.lastExport,
		// Whoever is at the first wants to see what is first then.
		selected: list.selected && !list.isAtFirst ? nameOf(list.selected.ref) : undefined,
		open: readers.length > 0 ? readers.slice(-deepest).map(openSession) : undefined,
	};
}

function openSession({ref, folds, readingPlace}: Reader): OpenSession {
	return {session: nameOf(ref), folds, place: readingPlace};
}

function nameOf({agent, id, path}: ListedSession): SessionName {
	return {agent, id, path};
}

export function isNamed({agent, id, path}: SessionName): (ref: ListedSession) => boolean {
	return ref => ref.id === id && ref.agent === agent && ref.path === path;
}

/** What a file says, which may be anything: what makes no sense is left out. */
export function readState(value: unknown): RememberedState {
	const {query, scope, mode, grouping, sort, preview, agentSessions, selected, exported, open} = fieldsOf(value);
	const opened = Array.isArray(open) ? open.slice(0, deepest).map(readOpen) : [];
	return {
		query: typeof query === 'string' && query.length <= longestQuery ? query : undefined,
		scope: scopes.find(each => each === scope),
		mode: modes.find(each => each === mode),
		grouping: groupings.find(each => each === grouping),
		sort: sorts.find(each => each === sort),
		preview: typeof preview === 'boolean' ? preview : undefined,
		agentSessions: typeof agentSessions === 'boolean' ? agentSessions : undefined,
		selected: readName(selected),
		exported: readExport(exported),
		open: opened.length > 0 && !opened.includes(undefined) ? opened.filter(each => each !== undefined) : undefined,
	};
}

function readName(value: unknown): SessionName | undefined {
	const {agent, id, path} = fieldsOf(value);
	return typeof agent === 'string' && typeof id === 'string' && typeof path === 'string'
		? {agent, id, path}
		: undefined;
}

function readOpen(value: unknown): OpenSession | undefined {
	const {session, folds, place} = fieldsOf(value);
	const name = readName(session);
	return name && {session: name, folds: readFolds(folds), place: readPlace(place)};
}

function readFolds(value: unknown): Folds {
	const {tools, thinking, side, level} = fieldsOf(value);
	return {
		...folded,
		tools: tools === true,
		thinking: thinking === true,
		side: side === true,
		level: levels.find(each => each === level) ?? folded.level,
	};
}

function readPlace(value: unknown): ReadingPlace | undefined {
	const {entryId, locator, line} = fieldsOf(value);
	const {path, offset, table, rowid} = fieldsOf(locator);
	const isLocator =
		typeof path === 'string' && (typeof offset === 'number' || (typeof table === 'string' && rowid !== undefined));
	if (typeof entryId !== 'string' || !isLocator || typeof line !== 'number' || !(line >= 0)) return undefined;
	return {entryId, locator: locator as Locator, line: Math.trunc(line)};
}

function fieldsOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
