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
export const sessionDataTypes = ['write', 'read', 'search', 'shell', 'task', 'generic', 'unknown'] as const;

export type SessionDataToolType = (typeof sessionDataTypes)[number];

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
	/** Only of what was read from a document of an open format. */
	readonly told?: ToldTool;
} & ToolOutcome;

/** What a document says of a call or a result in its own way, so that it can be written as it was. */
export type ToldTool = {
	/** The id it has there, where `callId` had to be made up to tell calls apart; null: none. */
	readonly callId?: string | null;
	readonly beside?: ToldBeside;
	/** The sort of tool it is there, where its name does not tell. */
	readonly type?: SessionDataToolType;
	/** What a reader is to be shown of it. */
	readonly formattedMarkdown?: string;
	/** What the output has besides its words, and we do not know. */
	readonly output?: Readonly<Record<string, unknown>>;
};

/** What stands beside the output in a document, and at its end here. */
export type ToldBeside = {
	/** What it is called there. */
	readonly name: 'error' | 'stderr';
	readonly text: string;
	/** What was put between the two. Absent: the output itself says it already. */
	readonly join?: '' | '\n';
};

/** The id that the agent, or whoever wrote the document, gave the call. */
export function ownCallId(tool: ToolUse | undefined): string | undefined {
	const told = tool?.told?.callId;
	return told === undefined ? tool?.callId : (told ?? undefined);
}

/** What a result knows besides its output, as far as its record says so. */
export type ToolOutcome = {
	/** What the tool itself said, where the harness wrote something around it for the model: an exit code, the time. */
	readonly printed?: string;
	/** How a command ended. */
	readonly exitCode?: number;
	/** How long it took. */
	readonly durationMs?: number;
	/** What became of files: a unified diff, of several files one after the other. */
	readonly patch?: string;
	/** What a search found. */
	readonly found?: {readonly matches?: number; readonly files?: number};
};
