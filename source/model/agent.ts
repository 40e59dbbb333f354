/** The agents we know. The order is the order in which their names are offered. */
export const agentIds = ['claude', 'codex'] as const;

export type AgentId = (typeof agentIds)[number];
