import type {AgentId} from '../model/agent.ts';

/** What colours mean. Each is one of the terminal's own sixteen, so that every theme works; see `terminal` for none. */
const roles = {
	title: [1, 22],
	dim: [2, 22],
	prompt: [36, 39],
	tool: [33, 39],
	error: [31, 39],
	added: [32, 39],
	removed: [31, 39],
	fork: [35, 39],
	key: [1, 22],
	selection: [7, 27],
	match: ['1;4', '22;24'],
	/** A match in the selected row, where everything is inverse. */
	'selected-match': ['7;1;4', '27;22;24'],
	/** The match one is at, among others. */
	here: ['7;1', '27;22'],
	live: [32, 39],
	/** A part of the query that can not be understood. */
	problem: ['4;31', '24;39'],
} as const;

/** One hue per agent, apart from the colours that mean something else. */
const agentHues: Readonly<Record<AgentId, number>> = {
	claude: 93,
	codex: 94,
	gemini: 95,
	opencode: 92,
	cursor: 96,
	pi: 97,
	copilot: 34,
};

export type Role = keyof typeof roles | `agent:${AgentId}`;

/** A piece of a line, coloured by what it means. */
export type Span = {
	readonly text: string;
	readonly role?: Role;
	/** It is a hit, or a part of one: which of its block. */
	readonly hit?: number;
};

export type Line = readonly Span[];

export function paint({text, role}: Span): string {
	if (role === undefined || text === '') return text;
	const [on, off] = codesOf(role);
	return `\u001B[${on}m${text}\u001B[${off}m`;
}

function codesOf(role: Role): readonly [number | string, number | string] {
	const agent = /^agent:(.*)$/.exec(role)?.[1];
	if (agent === undefined) return roles[role as keyof typeof roles];
	return [agentHues[agent] ?? 39, 39];
}
