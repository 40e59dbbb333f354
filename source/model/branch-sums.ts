/** What happened on one branch of several: what is told of a session when nothing but that branch is shown. */
import type {Entry} from './entry.ts';
import type {Counts, Session} from './session.ts';
import {Spendings, sumOf} from './usage.ts';

/** What is absent is not known. */
export type BranchSums = Pick<Session, 'models' | 'tokens' | 'cost' | 'endedAt'> & {readonly counts: Counts};

/** Takes the entries of a branch, whole, one after the other. */
export class BranchTally {
	private prompts = 0;
	private toolCalls = 0;
	private errors = 0;
	private unknown = 0;
	private endedAt: string | undefined;
	private readonly answers = new Set<string>();
	private readonly models = new Set<string>();
	private readonly spendings = new Spendings();

	take(entry: Entry): void {
		const {id, kind, message, model, timestamp} = entry;
		if (kind === 'tool_call') this.toolCalls++;
		if (kind === 'unknown') this.unknown++;
		if (entry.isError) this.errors++;
		if (model !== undefined) this.models.add(model);
		this.spendings.take(entry);
		if (timestamp !== undefined && isLater(timestamp, this.endedAt)) this.endedAt = timestamp;
		if (entry.isSidechain || entry.isAside) return;
		if (kind === 'user') this.prompts++;
		else if (kind === 'assistant' || (message !== undefined && isOfAnswer(kind))) this.answers.add(message ?? id);
	}

	get sums(): BranchSums {
		const {prompts, toolCalls, errors, unknown} = this;
		const messages = prompts + this.answers.size;
		const spent = sumOf(this.spendings.all);
		return {
			counts: {prompts, messages, toolCalls, errors, forks: 0, ...(unknown > 0 ? {unknown} : undefined)},
			models: [...this.models],
			endedAt: this.endedAt,
			tokens: spent.tokens,
			cost: spent.cost,
		};
	}
}

function isOfAnswer(kind: Entry['kind']): boolean {
	return kind === 'thinking' || kind === 'tool_call';
}

/** Times of one form are compared as they are written. */
function isLater(time: string, than: string | undefined): boolean {
	if (than === undefined) return true;
	return time.length === than.length ? time > than : Date.parse(time) > Date.parse(than);
}

/** The session as it is told where only that branch is. */
export function withSums(session: Session, sums: BranchSums, isActive: boolean): Session {
	const {counts, models, tokens, cost, endedAt} = sums;
	return {
		...session,
		counts: {...counts, ...(isActive ? activeCounts(session) : undefined)},
		models,
		tokens,
		cost,
		endedAt: endedAt ?? session.endedAt,
	};
}

/** What the session's own counts say of the active branch alone. */
function activeCounts({counts}: Session): Partial<Counts> | undefined {
	if (!counts) return undefined;
	const {prompts, messages, endsInError} = counts;
	return {prompts, messages, ...(endsInError ? {endsInError} : undefined)};
}
