import type {AgentId} from '../model/agent.ts';
import type {Adapter} from './adapter.ts';
import {claude} from './claude/claude.ts';
import {codex} from './codex/codex.ts';

/** Every agent we read. A new agent is one folder and one line here. */
export const adapters: readonly Adapter[] = [claude, codex];

export function adapterFor(agent: AgentId): Adapter {
	const adapter = adapters.find(each => each.agent === agent);
	if (!adapter) throw new Error(`no adapter for ${agent}`);
	return adapter;
}
