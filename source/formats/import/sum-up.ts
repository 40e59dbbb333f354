import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Counts, Session, Tokens} from '../../model/session.ts';
import type {ImportedEntry, ImportedRecord} from './open-format.ts';

export type Sums = Required<Pick<Session, 'counts' | 'models'>> & Pick<Session, 'tokens'>;

/** What a document does not tell of the whole session, reckoned from what is in it. */
export function sumUp(records: readonly ImportedRecord[], nodes: readonly number[], graph: BranchGraph): Sums {
	const belongs = graph.membership();
	const active = records.filter((_, at) => nodes[at] === -1 || belongs(nodes[at]!)).flatMap(({entries}) => entries);
	const all = records.flatMap(({entries}) => entries);
	return {
		counts: countsOf(active, all, graph),
		models: [...new Set(all.flatMap(({model}) => (model === undefined ? [] : [model])))],
		tokens: tokensOf(all),
	};
}

function countsOf(active: readonly ImportedEntry[], all: readonly ImportedEntry[], graph: BranchGraph): Counts {
	const prompts = active.filter(({kind, isSidechain}) => kind === 'user' && !isSidechain).length;
	const spoken = active.filter(({kind, isSidechain}) => kind === 'assistant' && !isSidechain);
	const answers = new Set(spoken.map(({message, id}) => message ?? id)).size;
	const unknown = all.filter(({kind}) => kind === 'unknown').length;
	return {
		prompts,
		messages: prompts + answers,
		toolCalls: all.filter(({kind}) => kind === 'tool_call').length,
		errors: all.filter(({isError}) => isError).length,
		forks: graph.forks.length,
		...(unknown > 0 ? {unknown} : undefined),
	};
}

/** The last block of an answer tells what the answer took. */
function tokensOf(entries: readonly ImportedEntry[]): Tokens | undefined {
	const byMessage = new Map<string, Tokens>();
	for (const {id, message, facts} of entries) if (facts?.tokens) byMessage.set(message ?? id, facts.tokens);
	if (byMessage.size === 0) return undefined;
	const sum: {-readonly [name in keyof Tokens]: Tokens[name]} = {};
	for (const tokens of byMessage.values())
		for (const [name, value] of Object.entries(tokens) as Array<[keyof Tokens, number | undefined]>)
			if (value !== undefined) sum[name] = (sum[name] ?? 0) + value;
	return sum;
}
