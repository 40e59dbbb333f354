/** Places in a session where the words stand. */
import {wholeText} from '../catalog/fulltext/searchable.ts';
import type {Entry, Role} from '../model/entry.ts';
import type {Locator} from '../model/locator.ts';
import type {Matcher, Range} from './matcher.ts';
import {snippetOf} from './snippet.ts';

export type Match = {
	readonly entryId: string;
	readonly role: Role;
	readonly locator: Locator;
	readonly snippet: string;
	/** Of the snippet, in UTF-16 units. */
	readonly ranges: readonly Range[];
};

/** What a person said is what people remember. */
const weights: Readonly<Partial<Record<Entry['kind'], number>>> = {user: 0.8, assistant: 0.5, thinking: 0.2};

type Considered = {readonly entry: Entry; readonly seen: ReadonlySet<number>; score: number; readonly order: number};

/** The best of the entries that are shown to it. */
export class BestMatches {
	private readonly best: Considered[] = [];
	/** The best for each of the things asked for: where they stand apart, each of them is shown. */
	private readonly bestOf = new Map<number, Considered>();
	private order = 0;

	constructor(
		private readonly matcher: Matcher,
		private readonly most: number,
	) {}

	/** Which of the things asked for are in the entry; it is kept if it is one of the best. */
	consider(entry: Entry): ReadonlySet<number> {
		const seen = new Set<number>();
		this.matcher.note(wholeText(entry), seen);
		if (seen.size === 0) return seen;
		const considered = {entry, seen, score: seen.size + (weights[entry.kind] ?? 0), order: this.order++};
		this.best.push(considered);
		this.best.sort(bestFirst).splice(this.most);
		for (const number of seen) {
			const before = this.bestOf.get(number);
			if (!before || bestFirst(considered, before) < 0) this.bestOf.set(number, considered);
		}
		return seen;
	}

	get matches(): Match[] {
		return this.chosen().map(({entry}) => {
			const {text, ranges} = snippetOf(wholeText(entry), this.matcher);
			return {entryId: entry.id, role: roleOf(entry), locator: entry.locator, snippet: text, ranges};
		});
	}

	/** The best one, then those that add something to it, then whatever comes next. */
	private chosen(): Considered[] {
		const chosen = this.best.slice(0, 1);
		const shown = new Set(chosen.flatMap(({seen}) => [...seen]));
		for (const each of [...this.bestOf.values()].sort(bestFirst)) {
			if ([...each.seen].every(number => shown.has(number))) continue;
			chosen.push(each);
			for (const number of each.seen) shown.add(number);
		}
		for (const each of this.best) if (!chosen.includes(each)) chosen.push(each);
		return chosen.slice(0, this.most);
	}
}

function bestFirst(a: Considered, b: Considered): number {
	return b.score - a.score || a.order - b.order;
}

function roleOf({role, kind}: Entry): Role {
	if (kind === 'tool_call' || kind === 'tool_result') return 'tool';
	return role ?? 'system';
}
