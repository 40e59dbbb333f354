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

/** What is known of a secret beside its kind. */
type Place = {
	/** What the report calls where it stands. */
	readonly place?: string;
	/** What has to be written instead. */
	readonly fixed?: string;
	/** The same text was looked at before. */
	readonly isRepeat?: boolean;
};

type Tally = {name: string; count: number; different: number; places: string[]};

const mostPlaces = 5;

/** Breaks between lines are not part of a key: with them or as `\n`, it is the same one. */
const breaks = /\s|\\{1,8}[nr]/g;

/** Remembers which secret got which placeholder, and counts. */
export class Findings {
	private readonly placeholders = new Map<string, string>();
	private readonly tallies = new Map<string, Tally>();

	/** What to write instead of a secret. The same for the same one, whatever rule found it. */
	note(rule: Rule, secret: string, {place, fixed, isRepeat = false}: Place = {}): string {
		const key = secret.replace(breaks, '');
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
		return this.placeholders.has(secret.replace(breaks, ''));
	}

	get isEmpty(): boolean {
		return this.tallies.size === 0;
	}

	report(): Finding[] {
		return [...this.tallies]
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
