import type {AgentId} from '../model/agent.ts';
import type {Adapter} from './adapter.ts';
import {claude} from './claude/claude.ts';
import {codex} from './codex/codex.ts';
import {copilot} from './copilot/copilot.ts';
import {cursor} from './cursor/cursor.ts';
import {gemini} from './gemini/gemini.ts';
import {opencode} from './opencode/opencode.ts';
import {pi} from './pi/pi.ts';

/** Every agent we read, in the order in which they are named to users. A new agent is one folder and one line here. */
export const adapters: readonly Adapter[] = [claude, codex, gemini, opencode, cursor, pi, copilot];

export const agentIds: readonly AgentId[] = adapters.map(({agent}) => agent);

export function adapterFor(agent: AgentId): Adapter {
	const adapter = adapters.find(each => each.agent === agent);
	if (!adapter) throw new Error(`no adapter for ${agent}`);
	return adapter;
}
