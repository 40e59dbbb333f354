/** An agent's short name, as its adapter gives it: `claude`, `codex`. */
export type AgentId = string;

/** The agents we know. The order is the order in which their names are offered. */
export const agentIds: readonly AgentId[] = ['claude', 'codex'];
