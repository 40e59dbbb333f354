import type {AgentId} from '../model/agent.ts';
import type {Adapter} from './adapter.ts';
import {claude} from './claude/claude.ts';
import {codex} from './codex/codex.ts';
import {copilot} from './copilot/copilot.ts';
import {cursor} from './cursor/cursor.ts';
import {gemini} from './gemini/gemini.ts';
import {opencode} from './opencode/opencode.ts';
import {pi} from './pi/pi.ts';

/** A new agent is one folder, one line here and its name in agents.ts. */
export const adapters: readonly Adapter[] = [claude, codex, gemini, opencode, cursor, pi, copilot];

/** Also here, for whoever needs the adapters anyway. */
export {agentIds} from './agents.ts';

export function adapterFor(agent: AgentId): Adapter {
	const adapter = adapters.find(each => each.agent === agent);
	if (!adapter) throw new Error(`no adapter for ${agent}`);
	return adapter;
}
