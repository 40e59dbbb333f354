import type {Session} from '../../model/session.ts';

/** As the format's document writes them. Agents it does not list keep our id and their own name. */
const listedNames: ReadonlyMap<string, string> = new Map([
	['claude', 'Claude Code'],
	['cursor', 'Cursor CLI'],
	['codex', 'Codex CLI'],
	['gemini', 'Gemini CLI'],
]);

/** The format demands a version. */
export const unknownVersion = 'unknown';

export function providerOf({agent, agentVersion}: Session, agentName: string) {
	return {id: agent, name: listedNames.get(agent) ?? (agentName || agent), version: agentVersion || unknownVersion};
}
