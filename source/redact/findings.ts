import type {Place} from './account.ts';
import {placeholderFor} from './placeholder.ts';
import type {Rule} from './rule.ts';

/** What was taken out, for the user: never the value. */
export type Finding = {
	readonly kind: string;
	/** For people, of one: `GitHub token`. */
	readonly name: string;
	/** How often something was replaced. */
	readonly count: number;
	/** How many different secrets that were. */
	readonly different: number;
	/** The first few places. */
	readonly places: readonly string[];
};

/** A secret that somebody replaced. */
export type Given = Place & {readonly rule: Rule; readonly secret: string; readonly made: string};

type Tally = {name: string; count: number; different: number; places: string[]};

const mostPlaces = 5;

/** Breaks between lines are not part of a key: with them or as `\n`, it is the same one. */
const breaks = /\s|\\{1,8}[nr]/g;

/** Remembers which secret got which placeholder, and counts. */
export class Findings {
	private readonly placeholders: Map<string, string>;
	private readonly tallies: Map<string, Tally>;

	/** `before`: what was found by then keeps its placeholder; nothing of it is counted. */
	constructor(before?: Findings) {
		this.placeholders = new Map(before?.placeholders);
		const kinds = [...(before?.tallies ?? [])];
		this.tallies = new Map(kinds.map(([id, tally]) => [id, {...tally, count: 0, places: []}]));
	}

	/** What to write instead of a secret. The same for the same one, whatever rule found it. */
	note(rule: Rule, secret: string, {place, fixed, isRepeat = false}: Place = {}): string {
		const key = keyOf(secret);
		const known = this.placeholders.get(key);
		if (known !== undefined && isRepeat) return known;
		const tally = this.tallyOf(rule);
		tally.count++;
		if (place !== undefined && tally.places.length < mostPlaces && tally.places.at(-1) !== place)
			tally.places.push(place);
		if (known !== undefined) return known;
		tally.different++;
		const made = fixed ?? placeholderFor(rule.id, tally.different);
		this.placeholders.set(key, made);
		return made;
	}

	has(secret: string): boolean {
		return this.placeholders.has(keyOf(secret));
	}

	/** As somebody else replaces it, who met it first. */
	adopt(rule: Rule, secret: string, made: string): void {
		const key = keyOf(secret);
		if (!this.placeholders.has(key)) this.tallyOf(rule).different++;
		this.placeholders.set(key, made);
	}

	/** Whether all of them would get the placeholders here that they were given. */
	agrees(notes: readonly Given[]): boolean {
		const made = new Map<string, string>();
		const numbers = new Map<string, number>();
		return notes.every(({rule: {id}, secret, fixed, made: wanted}) => {
			const key = keyOf(secret);
			let placeholder = this.placeholders.get(key) ?? made.get(key);
			if (placeholder === undefined) {
				const number = (numbers.get(id) ?? this.tallies.get(id)?.different ?? 0) + 1;
				numbers.set(id, number);
				placeholder = fixed ?? placeholderFor(id, number);
				made.set(key, placeholder);
			}
			return placeholder === wanted;
		});
	}

	report(): Finding[] {
		return [...this.tallies]
			.filter(([, {count}]) => count > 0)
			.map(([kind, {places, ...tally}]) => ({kind, ...tally, places: [...places]}))
			.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
	}

	private tallyOf({id, name}: Rule): Tally {
		const known = this.tallies.get(id);
		if (known) return known;
		const made = {name, count: 0, different: 0, places: []};
		this.tallies.set(id, made);
		return made;
	}
}

function keyOf(secret: string): string {
	return secret.replace(breaks, '');
}
