import {type AgentId, agentIds} from '../model/agent.ts';

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
	key: [36, 39],
	selection: [7, 27],
} as const;

/** One hue per agent, apart from the colours that mean something else. */
const agentHues = [93, 94, 95, 92, 96, 91, 97] as const;

export type Role = keyof typeof roles | AgentId;

/** A piece of a line, coloured by what it means. */
export type Span = {readonly text: string; readonly role?: Role};

export type Line = readonly Span[];

export function paint({text, role}: Span): string {
	if (role === undefined || text === '') return text;
	const [on, off] = codesOf(role);
	return `\u001B[${on}m${text}\u001B[${off}m`;
}

function codesOf(role: Role): readonly [number, number] {
	if (Object.hasOwn(roles, role)) return roles[role as keyof typeof roles];
	return [agentHues[agentIds.indexOf(role as AgentId) % agentHues.length] ?? 39, 39];
}
