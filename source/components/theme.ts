import type {AgentId} from '../model/agent.ts';
import {type Codes, codesIn, type Palette} from './palette.ts';

/**
 * What colours mean. Each is one of the terminal's own sixteen, so that every theme works; as they are on a dark
 * background, see `palette` for a light one and `terminal` for none.
 */
const roles = {
	title: [1, 22],
	dim: [2, 22],
	prompt: [36, 39],
	tool: [33, 39],
	error: [31, 39],
	added: [32, 39],
	removed: [31, 39],
	/** What is new in a line that was changed, and what is gone from it. */
	'added-word': ['1;32', '22;39'],
	'removed-word': ['1;31', '22;39'],
	fork: [35, 39],
	key: [1, 22],
	selection: [7, 27],
	match: ['1;4', '22;24'],
	/** A match in the selected row, where everything is inverse. */
	'selected-match': ['7;1;4', '27;22;24'],
	/** The match one is at, among others. */
	here: ['7;1', '27;22'],
	live: [32, 39],
	/** Marked by the user, to do something with it. */
	marked: ['1;33', '22;39'],
	/** A part of the query that can not be understood. */
	problem: ['4;31', '24;39'],
	/** What Markdown says of its text. */
	heading: ['1;94', '22;39'],
	strong: [1, 22],
	emphasis: [3, 23],
	code: [36, 39],
	link: [94, 39],
	/** Pieces of code; whatever is none of these is plain. */
	'syntax-keyword': [35, 39],
	'syntax-string': [32, 39],
	'syntax-number': [33, 39],
	'syntax-comment': [2, 22],
	'syntax-name': [94, 39],
} as const;

/** What the config file may give other colours, besides the agents. */
export const roleNames: readonly string[] = Object.keys(roles);

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

/** The last one would be like another on a light background, where the bright colours are not used. */
const agentHuesOnLight: typeof agentHues = {...agentHues, copilot: 90};

export type Role = keyof typeof roles | `agent:${AgentId}`;

/** A piece of a line, coloured by what it means. */
export type Span = {
	readonly text: string;
	readonly role?: Role;
	/** It is a hit, or a part of one: which of its block. */
	readonly hit?: number;
	/** Where in the text it was made from this piece stands, unit for unit; none for what was added to it. */
	readonly at?: number;
};

export type Line = readonly Span[];

let palette: Palette = {background: 'dark', colors: 16};
const spelled = new Map<Role, Codes>();

/** From the next frame on everything is painted so. */
export function setPalette(next: Palette): void {
	palette = next;
	spelled.clear();
}

export function paint({text, role}: Span): string {
	if (role === undefined || text === '') return text;
	const [on, off] = codesOf(role);
	return `\u001B[${on}m${text}\u001B[${off}m`;
}

function codesOf(role: Role): Codes {
	const known = spelled.get(role);
	if (known) return known;
	const codes = codesIn(palette, role, plainCodesOf(role));
	spelled.set(role, codes);
	return codes;
}

function plainCodesOf(role: Role): Codes {
	const agent = /^agent:(.*)$/.exec(role)?.[1];
	if (agent === undefined) return roles[role as keyof typeof roles];
	const hues = palette.background === 'light' ? agentHuesOnLight : agentHues;
	// An imported session may be of an agent with any name.
	return [Object.hasOwn(hues, agent) ? hues[agent]! : 39, 39];
}
