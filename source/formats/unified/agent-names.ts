/** The document's names of agents. Whoever it does not list goes by our own short name, which is the one on the screen. */
import type {AgentId} from '../../model/agent.ts';

const listed: ReadonlyMap<AgentId, string> = new Map([['claude', 'claude-code']]);

/** As other programs write them too. */
const alsoKnown: ReadonlyMap<string, AgentId> = new Map([
	['claude-code', 'claude'],
	['codex-cli', 'codex'],
	['gemini-cli', 'gemini'],
]);

export function unifiedAgent(agent: AgentId): string {
	return listed.get(agent) ?? agent;
}

export function agentOf(name: string): AgentId {
	return alsoKnown.get(name) ?? name;
}

/** Who wrote a document: of ours a reader may take every word as it stands. */
export const producer = 'recollect';
