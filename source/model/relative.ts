/** A member of a session's family: what whoever reads it hands over. */
import type {AgentId} from './agent.ts';
import type {BranchGraph} from './branch-graph.ts';
import type {Locator} from './locator.ts';
import type {Tokens} from './session.ts';

/** A prompt or a compaction. */
export type Milestone = {
	readonly kind: 'prompt' | 'compaction';
	readonly text: string;
	readonly timestamp?: string;
	/** Where its record lies. */
	readonly locator: Locator;
};

export type Relative = {
	readonly agent: AgentId;
	readonly id: string;
	readonly title: string;
	readonly startedAt?: string;
	readonly graph: BranchGraph;
	/** By the id of their record. */
	readonly milestones: ReadonlyMap<string, Milestone>;
	/** The session that started it as a sub-agent. */
	readonly parentId?: string;
	/** The session it was copied from, and the last record they share. */
	readonly forkedFrom?: string;
	readonly forkedAt?: string;
	/** The session, perhaps of another agent, that it was made from by converting it. */
	readonly convertedFrom?: string;
	/** What the whole session took. */
	readonly tokens?: Tokens;
	readonly cost?: number;
};

/** The session that a copy was made of, by either way. */
export function originOf({forkedFrom, convertedFrom}: Relative): string | undefined {
	return forkedFrom ?? convertedFrom;
}

export function promptCount({milestones}: Relative): number {
	let count = 0;
	for (const {kind} of milestones.values()) if (kind === 'prompt') count++;
	return count;
}
