/** An agent's short name, as its adapter gives it: `claude`, `codex`. */
export type AgentId = string;
