import type {AgentId} from '../model/agent.ts';

/** Every agent we read, in the order in which they are named to users. */
export const agentIds: readonly AgentId[] = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'];
