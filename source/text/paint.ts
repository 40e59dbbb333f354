import {styleText} from 'node:util';

/** What colours mean; each is one of the terminal's own sixteen, so that every theme works. */
const roles = {
	agent: 'magenta',
	title: 'bold',
	dim: 'dim',
	prompt: 'cyan',
	tool: 'yellow',
	error: 'red',
	fork: 'magenta',
	good: 'green',
	match: ['bold', 'underline'],
} as const;

export type PaintRole = keyof typeof roles;

export type Paint = (role: PaintRole, text: string) => string;

/** Colours text by what it means, or leaves it plain. */
export function painter(hasColor: boolean): Paint {
	if (!hasColor) return (_, text) => text;
	return (role, text) => (text === '' ? '' : styleText(roles[role] as never, text, {validateStream: false} as never));
}
