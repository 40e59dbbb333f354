import type {AgentId} from '../../model/agent.ts';
import {folderMatches} from './folder-matches.ts';
import type {Filter, TextFilter, TimeFilter} from './query.ts';

/** What filters ask of a session. An absent fact is unknown: nobody has read the whole session yet. */
export type SessionFacts = {
	readonly agent: AgentId;
	readonly title?: string;
	readonly cwd?: string;
	readonly latestCwd?: string;
	readonly gitBranch?: string;
	/** In milliseconds. */
	readonly startedMs?: number;
	readonly endedMs?: number;
	readonly models?: readonly string[];
	/** As the agents write them, and the universal names beside them. */
	readonly tools?: readonly string[];
	/** A sub-agent's session. */
	readonly isAgentSession: boolean;
	/** Copied from another session. */
	readonly isFork: boolean;
	readonly errors?: number;
	/** Places inside it where human turns compete. */
	readonly forks?: number;
	readonly hasImage?: boolean;
	readonly hasThinking?: boolean;
	/** How many sub-agents it spawned. */
	readonly subagents: number;
	readonly isLive: boolean;
	readonly isStarred: boolean;
};

/**
 * Whether all filters hold. Where a fact is unknown a filter fails and a negated one holds. `file:` is not asked: the
 * text must answer that. `home` is what `~` stands for; without it, whatever looks like a home does.
 */
export function passes(filters: readonly Filter[], facts: SessionFacts, home?: string): boolean {
	return filters.every(filter => passesOne(filter, facts, home));
}

export function passesOne(filter: Filter, facts: SessionFacts, home?: string): boolean {
	if (filter.name === 'file') return true;
	const holds = filter.name === 'time' ? overlaps(filter, facts) : holdsAny(filter, facts, home);
	return holds !== filter.isNegated;
}

function overlaps(
	{from, to}: TimeFilter,
	{startedMs: start = Number.NaN, endedMs: end = Number.NaN}: SessionFacts,
): boolean {
	// Where only one of them is known it stands for both.
	const first = Number.isNaN(start) ? end : Number.isNaN(end) ? start : Math.min(start, end);
	const last = Number.isNaN(end) ? start : Number.isNaN(start) ? end : Math.max(start, end);
	if (Number.isNaN(first)) return false;
	return (to === undefined || first < to) && (from === undefined || last >= from);
}

function holdsAny({name, values}: TextFilter, facts: SessionFacts, home: string | undefined): boolean {
	return values.some(value => {
		switch (name) {
			case 'agent':
				return foldOnce(facts.agent) === foldOnce(value);
			case 'project':
				return [facts.cwd, facts.latestCwd].some(folder => folder !== undefined && folderMatches(folder, value, home));
			case 'branch':
				return contains(facts.gitBranch, value);
			case 'title':
				return contains(facts.title, value);
			case 'model':
				return facts.models?.some(model => contains(model, value)) ?? false;
			case 'tool':
				return facts.tools?.some(tool => isTool(tool, value)) ?? false;
			case 'has':
				return contents[value]?.(facts) ?? false;
			case 'is':
				return states[value]?.(facts) ?? false;
			default:
				return true;
		}
	});
}

type Asked = Readonly<Record<string, (facts: SessionFacts) => boolean | undefined>>;

const contents: Asked = {
	error: ({errors = 0}) => errors > 0,
	image: ({hasImage}) => hasImage,
	thinking: ({hasThinking}) => hasThinking,
	fork: ({forks = 0}) => forks > 0,
	subagent: ({subagents}) => subagents > 0,
};

const states: Asked = {
	fork: ({isFork}) => isFork,
	subagent: ({isAgentSession}) => isAgentSession,
	live: ({isLive}) => isLive,
	starred: ({isStarred}) => isStarred,
};

function isTool(tool: string, wanted: string): boolean {
	const name = foldOnce(tool);
	return wanted.endsWith('*') ? name.startsWith(foldOnce(wanted.slice(0, -1))) : name === foldOnce(wanted);
}

function contains(text: string | undefined, wanted: string): boolean {
	return text !== undefined && fold(text).includes(fold(wanted));
}

/** Names of agents and tools are few, and every session has the same. */
function foldOnce(name: string): string {
	let folded = foldedNames.get(name);
	if (folded === undefined) {
		if (foldedNames.size >= mostNames) foldedNames.clear();
		folded = fold(name);
		foldedNames.set(name, folded);
	}
	return folded;
}

const foldedNames = new Map<string, string>();
const mostNames = 1000;

/** Without regard to case, nor to how accents are stored: macOS takes them apart. */
function fold(text: string): string {
	return text.normalize('NFC').toLowerCase();
}
