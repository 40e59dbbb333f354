import type {SessionRef} from '../adapters/adapter.ts';
import type {AgentId} from '../model/agent.ts';
import {isLive} from '../model/live.ts';
import type {Session} from '../model/session.ts';
import type {KnownSession, KnownSessions} from './known-sessions.ts';
import type {SessionFacts} from './query/session-facts.ts';

export type FactsOptions = {
	readonly known: KnownSessions;
	readonly now: number;
	readonly isStarred: (ref: SessionRef) => boolean;
};

/**
 * What filters ask of a known session. Each fact is found out when it is asked for: most filters ask for one. All
 * sessions in turn may be put into the same facts.
 */
export class KnownFacts implements SessionFacts {
	session!: KnownSession;

	constructor(private readonly options: FactsOptions) {}

	get agent(): AgentId {
		return this.session.ref.agent;
	}

	get title(): string | undefined {
		return this.header?.title;
	}

	get cwd(): string | undefined {
		return this.header?.cwd;
	}

	get latestCwd(): string | undefined {
		return this.header?.latestCwd;
	}

	get gitBranch(): string | undefined {
		return this.header?.gitBranch;
	}

	get startedMs(): number {
		return this.session.startedMs;
	}

	get endedMs(): number {
		return this.session.endedMs || Number.NaN;
	}

	get models(): readonly string[] | undefined {
		return this.counted?.models ?? this.session.text?.models ?? this.header?.models;
	}

	get tools(): readonly string[] | undefined {
		return this.session.text?.tools;
	}

	get isAgentSession(): boolean {
		return this.session.ref.isAgentSession;
	}

	get isFork(): boolean {
		return (this.session.ref.forkedFrom ?? this.header?.forkedFrom) !== undefined;
	}

	/** Until somebody counted them it is enough to know that there are any. */
	get errors(): number | undefined {
		const {text} = this.session;
		return this.counted?.counts?.errors ?? (text && (text.hasError ? 1 : 0));
	}

	get forks(): number | undefined {
		return this.header?.counts?.forks;
	}

	get hasImage(): boolean | undefined {
		return this.session.text?.hasImage;
	}

	get hasThinking(): boolean | undefined {
		return this.session.text?.hasThinking;
	}

	get subagents(): number {
		return this.options.known.childrenOf(this.session.ref);
	}

	get isLive(): boolean {
		return isLive(this.session.ref.endedAt, this.options.now);
	}

	get isStarred(): boolean {
		return this.options.isStarred(this.session.ref);
	}

	private get header(): Session | undefined {
		return this.session.session;
	}

	/** Counts of an earlier state are worth less than what the text tells of this one. */
	private get counted(): Session | undefined {
		return this.session.isCounted ? this.header : undefined;
	}
}
