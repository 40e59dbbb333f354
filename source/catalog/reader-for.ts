import type {Adapter, SessionRef} from '../adapters/adapter.ts';
import {loadRegistry} from '../adapters/load-registry.ts';
import type {AgentId} from '../model/agent.ts';

const loadOpenFormats = () => import('../formats/open-formats.ts');

/** Who reads a session: the adapter of its agent, or the reader of the open format it was exported to. */
export async function readerFor({agent, format}: Pick<SessionRef, 'agent' | 'format'>): Promise<Adapter> {
	if (format !== undefined) return (await loadOpenFormats()).readerOf(format);
	return (await loadRegistry()).adapterFor(agent);
}

/** A file of an open format, wherever it lies. */
export async function recognizeOpen(place: string): Promise<SessionRef | undefined> {
	return (await loadOpenFormats()).recognizeOpen(place);
}

/** The agent's name as its makers write it; an exported session may be of an agent that we do not know. */
export async function agentName(agent: AgentId): Promise<string> {
	const {adapters} = await loadRegistry();
	return adapters.find(adapter => adapter.agent === agent)?.name ?? agent;
}
