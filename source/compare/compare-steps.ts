/** Two sessions, or two branches, side by side: what is the same, what changed, what only one of them has. */
import {align} from './align.ts';
import type {Step} from './step.ts';

export type Hunk =
	| {readonly kind: 'equal'; readonly left: readonly Step[]; readonly right: readonly Step[]}
	/** The same sort of step at the same place, with another content. */
	| {readonly kind: 'changed'; readonly left: Step; readonly right: Step}
	| {readonly kind: 'left'; readonly steps: readonly Step[]}
	| {readonly kind: 'right'; readonly steps: readonly Step[]};

export type Summary = {
	readonly equal: number;
	readonly changed: number;
	readonly onlyLeft: number;
	readonly onlyRight: number;
	/** The last entry that both have before the first difference, as the left side calls it; undefined if they share no record. */
	readonly commonAncestor?: string;
};

export type Comparison = {readonly hunks: readonly Hunk[]; readonly summary: Summary};

export function compareSteps(left: readonly Step[], right: readonly Step[]): Comparison {
	const numbers = numbersFor([...left, ...right].map(({digest}) => digest));
	const number = ({digest}: Step) => numbers.get(digest)!;
	const hunks: Hunk[] = [];
	for (const stretch of align(left.map(number), right.map(number))) {
		const [lefts, rights] = [left.slice(...stretch.left), right.slice(...stretch.right)];
		if (stretch.isEqual) hunks.push({kind: 'equal', left: lefts, right: rights});
		else for (const hunk of differences(lefts, rights)) hunks.push(hunk);
	}
	return {hunks, summary: summaryOf(hunks)};
}

/** Steps of one sort that stand across from each other are one step that changed; the others are alone. */
function differences(left: readonly Step[], right: readonly Step[]): Hunk[] {
	const numbers = numbersFor([...left, ...right].map(shapeOf));
	const shape = (step: Step) => numbers.get(shapeOf(step))!;
	return align(left.map(shape), right.map(shape)).flatMap(({isEqual, left: [a, b], right: [c, d]}): Hunk[] => {
		if (isEqual) return left.slice(a, b).map((step, at) => ({kind: 'changed', left: step, right: right[c + at]!}));
		const only: Hunk[] = [];
		if (b > a) only.push({kind: 'left', steps: left.slice(a, b)});
		if (d > c) only.push({kind: 'right', steps: right.slice(c, d)});
		return only;
	});
}

/** What sort of step it is; of a tool, which one, and on what it works. */
function shapeOf({kind, tool}: Step): string {
	if (!tool) return kind;
	return `tool ${tool.universal === 'unknown' ? tool.name : tool.universal}`;
}

/** Numbers in the order of the texts, so that they do not depend on which side comes first. */
function numbersFor(texts: readonly string[]): ReadonlyMap<string, number> {
	return new Map([...new Set(texts)].sort().map((text, number) => [text, number]));
}

/** The same record: some agents give copies new ids, and some ids only count records; but a copy keeps its time. */
function isCopy(left: Step, right: Step): boolean {
	if (left.timestamp === undefined || right.timestamp === undefined) return left.id === right.id;
	return left.timestamp === right.timestamp;
}

function summaryOf(hunks: readonly Hunk[]): Summary {
	const sum = (of: (hunk: Hunk) => number) => hunks.reduce((total, hunk) => total + of(hunk), 0);
	const [first] = hunks;
	const shared = first?.kind === 'equal' ? first.left.filter((step, at) => isCopy(step, first.right[at]!)) : [];
	return {
		equal: sum(hunk => (hunk.kind === 'equal' ? hunk.left.length : 0)),
		changed: sum(hunk => (hunk.kind === 'changed' ? 1 : 0)),
		onlyLeft: sum(hunk => (hunk.kind === 'left' ? hunk.steps.length : 0)),
		onlyRight: sum(hunk => (hunk.kind === 'right' ? hunk.steps.length : 0)),
		commonAncestor: shared.at(-1)?.id,
	};
}
