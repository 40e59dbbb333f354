/**
 * One history out of several tellings of it: the present root, older roots, the turns as they were shown, the transcript.
 * Each tells turns in order, and a turn is known by its prompt. What only one of them tells is put where it belongs.
 */
import {align} from './align.ts';
import type {Piece} from './piece.ts';

/** A turn: a prompt and what came of it. */
export type Section = {
	/** Of the prompt, of the summary, of the command; undefined for what stands before all of them. */
	readonly key?: string;
	readonly kind: 'head' | 'turn' | 'summary' | 'shell';
	readonly pieces: Piece[];
	/** Lines of the transcript that say the same again. */
	readonly twins: Piece[];
	/** Turns that began after this one and were given up. */
	readonly branches: Section[];
	/** The turn as it was shown, by its number. */
	shown?: number;
};

export function section(kind: Section['kind'], key: string | undefined, pieces: Piece[] = []): Section {
	return {kind, key, pieces, twins: [], branches: []};
}

type Run = {readonly sections: Section[]; readonly after: number; readonly before: number};

export class Story {
	/** What the agent would go on from. */
	readonly path: Section[];
	private readonly head: Section;

	constructor(present: readonly Section[]) {
		this.head = present[0]?.kind === 'head' ? present[0] : section('head', undefined);
		this.path = present[0] === this.head ? [...present] : [this.head, ...present];
	}

	get hasTurns(): boolean {
		return this.path.some(({kind}) => kind === 'turn');
	}

	/**
	 * An older root. What it has more was given up, or was replaced by a summary since.
	 * False if it has nothing in common with the story: then it belongs to somebody else.
	 */
	addCheckpoint(sections: readonly Section[], isSameHead: boolean): boolean {
		const turns = sections.filter(({kind}) => kind !== 'head');
		const matches = this.untilTheyPart(this.match(turns));
		if (!isSameHead && matches.every(at => at === -1)) return false;
		for (const run of this.runs(turns, matches)) {
			if (!run.sections.some(({kind}) => kind === 'turn')) continue;
			const early = run.after === -1 ? this.earlyPlace(run.before) : undefined;
			if (early !== undefined) this.path.splice(early, 0, ...run.sections);
			else graft(this.path[Math.max(run.after, 0)]!, run.sections);
		}
		return true;
	}

	/** The turns as they were shown: all of them are part of what the agent goes on from. */
	addShown(sections: readonly Section[]): void {
		const matches = this.matchOrPair(sections);
		for (const [position, at] of matches.entries()) {
			if (at !== -1) this.path[at]!.shown = sections[position]!.shown;
		}
		for (const {sections: run, after, before} of this.runs(sections, matches)) {
			const place = after === -1 ? (this.earlyPlace(before) ?? Math.min(before, firstTurn(this.path))) : after + 1;
			this.path.splice(place, 0, ...run);
		}
	}

	/**
	 * The transcript is only added to: what it has after everything else is newer, what it has in between was given up.
	 * False if it tells of quite another conversation.
	 */
	addTranscript(sections: readonly Section[]): boolean {
		const hadTurns = this.hasTurns;
		const head = sections.find(({kind}) => kind === 'head');
		if (head && hadTurns) this.head.twins.push(...head.pieces);
		else if (head) this.head.pieces.push(...head.pieces);
		const turns = sections.filter(({kind}) => kind !== 'head');
		const matches = this.matchOrPair(turns);
		for (const [position, at] of matches.entries()) {
			if (at !== -1) repeat(this.path[at]!, turns[position]!);
		}
		for (const {sections: run, after, before} of this.runs(turns, matches)) {
			const isLast = before === this.path.length && this.path.findLastIndex(({kind}) => kind === 'turn') <= after;
			const early = after === -1 ? this.earlyPlace(before) : undefined;
			if (isLast || !hadTurns) this.path.push(...run);
			else if (early !== undefined) this.path.splice(early, 0, ...run);
			else graft(this.path[Math.max(after, 0)]!, run);
		}
		return !hadTurns || turns.length === 0 || matches.some(at => at !== -1);
	}

	private match(others: readonly Section[]): number[] {
		const keyed = this.path.flatMap(({key}, at) => (key === undefined ? [] : [{key, at}]));
		const found = align(
			keyed.map(({key}) => key),
			others.map(({key}) => key ?? ''),
		);
		return found.map(at => (at === -1 ? -1 : keyed[at]!.at));
	}

	/** Where two roots part, they part for good: the same words later on were said in another conversation. */
	private untilTheyPart(matches: readonly number[]): number[] {
		const first = matches.findIndex(at => at !== -1);
		const isParting = (at: number, position: number) => {
			if (first === -1 || position <= first) return false;
			const between = this.path.slice(matches[position - 1]! + 1, at);
			return at === -1 || between.some(({kind}) => kind === 'turn');
		};
		const parting = matches.findIndex(isParting);
		return parting === -1 ? [...matches] : matches.map((at, position) => (position < parting ? at : -1));
	}

	/** Tellings of equally many turns of which none is the same in words tell the same turns in other words. */
	private matchOrPair(others: readonly Section[]): number[] {
		const matches = this.match(others);
		if (matches.some(at => at !== -1)) return matches;
		const own = this.path.flatMap(({kind}, at) => (kind === 'turn' ? [at] : []));
		const theirs = others.flatMap(({kind}, at) => (kind === 'turn' ? [at] : []));
		if (own.length !== theirs.length) return matches;
		for (const [position, at] of theirs.entries()) matches[at] = own[position]!;
		return matches;
	}

	/** What stands between matches, the last first: then what is put in does not move the places of the others. */
	private runs(sections: readonly Section[], matches: readonly number[]): Run[] {
		const runs: Run[] = [];
		let after = -1;
		let open: Section[] = [];
		for (const [position, at] of matches.entries()) {
			if (at === -1) {
				open.push(sections[position]!);
				continue;
			}
			if (open.length > 0) runs.push({sections: open, after, before: at});
			open = [];
			after = at;
		}
		if (open.length > 0) runs.push({sections: open, after, before: this.path.length});
		return runs.reverse();
	}

	/** Where turns belong that a summary replaced: before it, if nothing stands there yet. */
	private earlyPlace(before: number): number | undefined {
		const at = this.path.findIndex(({kind}) => kind === 'summary' || kind === 'turn');
		return at !== -1 && at < before && this.path[at]!.kind === 'summary' ? at : undefined;
	}
}

function firstTurn(path: readonly Section[]): number {
	const at = path.findIndex(({kind}) => kind !== 'head');
	return at === -1 ? path.length : at;
}

/** Adds turns that were given up after `tip`; those that are known already are only gone through. */
function graft(start: Section, sections: readonly Section[]): void {
	let tip = start;
	for (const each of sections) {
		const known = tip.branches.find(({key}) => key === each.key);
		if (known) repeat(known, each);
		else tip.branches.push(each);
		tip = known ?? each;
	}
}

function repeat(known: Section, again: Section): void {
	known.twins.push(...again.pieces.filter(({kind}) => kind === 'line'));
}
