/** The tools that all agents have under some name. */
export const universalTools = [
	'read',
	'write',
	'edit',
	'bash',
	'search',
	'glob',
	'list',
	'ask',
	'task',
	'web_fetch',
	'web_search',
	'unknown',
] as const;

export type UniversalTool = (typeof universalTools)[number];

/** How the SessionData format classifies tools. */
export type SessionDataToolType = 'write' | 'read' | 'search' | 'shell' | 'task' | 'generic' | 'unknown';

/** A call, or the result of one: the agent's own name and input next to the universal tool. */
export type ToolUse = {
	readonly name: string;
	readonly universal: UniversalTool;
	readonly callId?: string;
	/** Absent on a result. */
	readonly input?: unknown;
	/** Absent on a call. */
	readonly output?: string;
	readonly isError?: boolean;
};
