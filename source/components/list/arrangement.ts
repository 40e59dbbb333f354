/** In which order sessions stand in the list, and under which headings. */
import {period} from '../../text/times.ts';
import type {ListedSession, SessionFacts} from '../session-source.ts';
import {projectKey, projectNames} from './projects.ts';

export const groupings = ['day', 'project', 'none'] as const;
export type Grouping = (typeof groupings)[number];

export const sorts = ['newest', 'oldest', 'largest', 'prompts', 'tokens', 'title'] as const;
export type Sort = (typeof sorts)[number];

export type Order = {readonly grouping: Grouping; readonly sort: Sort};

export type FactsOf = (ref: ListedSession) => SessionFacts | undefined;

export type Group = {
	/** Without one there is no heading. */
	readonly label?: string;
	/** Whether it is worth saying how many there are. */
	readonly isCounted?: boolean;
	readonly refs: readonly ListedSession[];
};

/** What can't be told from a session that was found but not read. */
export function needsFacts({grouping, sort}: Order): boolean {
	return grouping === 'project' || sort === 'prompts' || sort === 'tokens' || sort === 'title';
}

/** The same order as far as it can be had without facts. */
export function withoutFacts({grouping, sort}: Order): Order {
	return {
		grouping: grouping === 'project' ? 'day' : grouping,
		sort: needsFacts({grouping: 'none', sort}) ? 'newest' : sort,
	};
}

/** `refs`: newest first. */
export function groupsOf(refs: readonly ListedSession[], order: Order, factsOf: FactsOf, now: number): Group[] {
	const {grouping, sort} = order;
	if (grouping === 'project') return projectGroups(refs, sort, factsOf);
	const sorted = sortSessions(refs, sort, factsOf);
	// The largest of all are wanted, not those of each day: days are headings of what stands by time.
	const isByTime = sort === 'newest' || sort === 'oldest';
	return grouping === 'day' && isByTime ? dayGroups(sorted, now) : [{refs: sorted}];
}

/** The project with the newest session first; what is not known comes last. */
function projectGroups(refs: readonly ListedSession[], sort: Sort, factsOf: FactsOf): Group[] {
	const byProject = new Map<string, ListedSession[]>();
	const unknown: ListedSession[] = [];
	for (const ref of refs) {
		const cwd = factsOf(ref)?.cwd;
		const key = cwd === undefined ? '' : projectKey(cwd);
		const members = key === '' ? unknown : byProject.get(key);
		if (members) members.push(ref);
		else byProject.set(key, [ref]);
	}
	const names = projectNames([...byProject.keys()]);
	const groups = [...byProject].map(([key, members]) => groupOf(names.get(key)!, members));
	return unknown.length > 0 ? [...groups, groupOf('unknown project', unknown)] : groups;

	function groupOf(label: string, members: ListedSession[]): Group {
		return {label, isCounted: true, refs: sortSessions(members, sort, factsOf)};
	}
}

function dayGroups(refs: readonly ListedSession[], now: number): Group[] {
	const groups: Group[] = [];
	for (let at = 0; at < refs.length; ) {
		const label = period(refs[at]!.endedAt, now);
		const end = endOfPeriod(refs, at, label, now);
		groups.push({label, refs: refs.slice(at, end)});
		at = end;
	}
	return groups;
}

/** Sessions are in the order of time, so not every one has to be asked for its day: a list of thousands is made at once. */
function endOfPeriod(refs: readonly ListedSession[], from: number, label: string, now: number): number {
	let low = from + 1;
	let high = refs.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (period(refs[middle]!.endedAt, now) === label) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** What is equal stays in its order, which is the newest first; what is not known comes last. */
export function sortSessions(refs: readonly ListedSession[], sort: Sort, factsOf: FactsOf): readonly ListedSession[] {
	switch (sort) {
		case 'newest':
			return refs;
		case 'oldest':
			return [...refs.filter(hasTime).reverse(), ...refs.filter(ref => !hasTime(ref))];
		case 'largest':
			return mostFirst(refs, ({size}) => size);
		case 'prompts':
			return mostFirst(refs, ref => factsOf(ref)?.prompts ?? -1);
		case 'tokens':
			return mostFirst(refs, ref => factsOf(ref)?.tokens ?? -1);
		case 'title':
			return byTitle(refs, ref => factsOf(ref)?.title ?? '');
	}
}

/** How many stand last because what they are sorted by needs the whole session to be read, and nobody did. */
export function countUncounted(refs: readonly ListedSession[], sort: Sort, factsOf: FactsOf): number {
	if (sort !== 'prompts' && sort !== 'tokens') return 0;
	return refs.reduce((sum, ref) => sum + Number(factsOf(ref)?.prompts === undefined), 0);
}

function hasTime({endedAt = ''}: ListedSession): boolean {
	return endedAt !== '';
}

function mostFirst(refs: readonly ListedSession[], amountOf: (ref: ListedSession) => number): ListedSession[] {
	return refs
		.map(ref => ({ref, value: amountOf(ref)}))
		.sort((a, b) => b.value - a.value)
		.map(({ref}) => ref);
}

function byTitle(refs: readonly ListedSession[], titleOf: (ref: ListedSession) => string): ListedSession[] {
	return refs
		.map(ref => ({ref, value: sortedAs(titleOf(ref))}))
		.sort((a, b) => (a.value === b.value ? 0 : (a.value < b.value && a.value !== '') || b.value === '' ? -1 : 1))
		.map(({ref}) => ref);
}

/** By its letters: whoever looks for a title does not think of its quotes, capitals and accents. */
function sortedAs(title: string): string {
	return title
		.normalize('NFKD')
		.toLowerCase()
		.replace(/^[^\p{L}\p{N}]+/u, '');
}
