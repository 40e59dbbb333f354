/** One of two sessions, or branches, that are compared: its steps, the files it leaves, and what it took. */
import type {Entry} from '../model/entry.ts';
import type {Session} from '../model/session.ts';
import {type Spending, spendingsOf, sumOf, type Usage} from '../model/usage.ts';
import {type OutcomeFile, outcomeOf} from './outcome.ts';
import {type Step, stepsOf} from './step.ts';

export type ComparedSide = {
	readonly session: Session;
	/** The branch, where it was named. */
	readonly branch?: number;
	readonly steps: readonly Step[];
	readonly files: ReadonlyMap<string, OutcomeFile>;
	readonly facts: SideFacts;
};

export type SideFacts = {
	readonly prompts: number;
	readonly tools: number;
	readonly errors: number;
	/** Files that were written or changed. */
	readonly files: number;
	/** In the order they were first used. */
	readonly models: readonly string[];
	/** From the first step to the last. */
	readonly durationMs?: number;
	/** Of the branch; of a session that has but one, the session's own sums where its answers do not tell. */
	readonly usage: Usage;
	/** Of a session that is too large, only the beginnings of long texts were compared. */
	readonly isWhole: boolean;
};

/** Larger sessions are compared by what a reader shows of them: all of their texts at once are too many. That is said. */
export const largestWhole = 128 * 1024 * 1024;

/** Entries that were asked for whole tell what they took. */
export async function readComparedSide(
	session: Session,
	branch: number | undefined,
	entries: AsyncIterable<Entry>,
	isWhole = true,
): Promise<ComparedSide> {
	const told: Entry[] = [];
	const steps = await stepsOf(listening(entries, told), session.cwd);
	const files = outcomeOf(steps, session.cwd);
	const facts = {...factsOf(session, steps, await spendingsOf(told)), files: files.size, isWhole};
	return {session, branch, steps, files, facts};
}

/** Passes everything on, and keeps of it what tells of tokens and costs. */
async function* listening(entries: AsyncIterable<Entry>, told: Entry[]): AsyncGenerator<Entry> {
	for await (const entry of entries) {
		const {id, kind, message, timestamp, facts, locator} = entry;
		if (facts?.tokens || facts?.cost !== undefined)
			told.push({id, kind, message, timestamp, facts: {tokens: facts.tokens, cost: facts.cost}, text: '', locator});
		yield entry;
	}
}

function factsOf(session: Session, steps: readonly Step[], spendings: readonly Spending[]) {
	const models = new Set(steps.flatMap(({model}) => (model === undefined ? [] : [model])));
	const times = steps.flatMap(({timestamp}) => (timestamp === undefined ? [] : [Date.parse(timestamp)]));
	const [first, last] = [times.at(0), times.at(-1)];
	// What a session took as a whole says nothing about one of its branches.
	const {tokens, cost} = session.counts?.forks ? {} : session;
	return {
		prompts: steps.filter(({kind}) => kind === 'prompt').length,
		tools: steps.filter(({tool}) => tool).length,
		errors: steps.filter(({tool}) => tool?.isError).length,
		models: models.size > 0 ? [...models] : (session.models ?? []),
		durationMs: first !== undefined && last !== undefined && last > first ? last - first : undefined,
		usage: spendings.length > 0 ? sumOf(spendings) : {answers: 0, tokens, cost},
	};
}
