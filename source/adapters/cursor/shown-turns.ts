/** The turns as they were shown, without their text: where they are, and the times only they know. */
import type {Chat} from './chat.ts';
import type {Pace} from './pace.ts';
import {keyOf, noShape, type Piece, type Shape} from './piece.ts';
import {type Section, section} from './story.ts';
import {type Turn, turnsAt} from './turns.ts';
import {readUserText} from './user-text.ts';

export type ShownTurn = {
	/** Which reference of the root leads to it, and which of the turns there it is. */
	readonly position: number;
	readonly inner: number;
	readonly promptTime?: string;
	/** By the words that were said at that time. */
	readonly times: ReadonlyMap<string, string>;
	readonly steps: ReadonlyArray<Turn['steps'][number]['kind']>;
	readonly newest?: string;
};

export type Shown = {readonly turns: readonly ShownTurn[]; readonly sections: readonly Section[]};

export async function readShown({state, store, rootId}: Chat, pace: Pace): Promise<Shown> {
	const turns: ShownTurn[] = [];
	const sections: Section[] = [];
	for (let position = 0; state && store && position < state.turns.length; position++) {
		for (const [inner, turn] of turnsAt(state, position, rootId ?? '', store).entries()) {
			const number = turns.push(shownTurn(turn, position, inner)) - 1;
			sections.push({...sectionFrom(turn, number), shown: number});
		}
		await pace.step();
	}
	return {turns, sections};
}

function shownTurn({prompt, steps}: Turn, position: number, inner: number): ShownTurn {
	const times = steps.flatMap(({time}) => time ?? []);
	return {
		position,
		inner,
		promptTime: prompt?.time,
		times: new Map(
			steps.flatMap(({kind, text, time}) => (kind === 'assistant' && time ? [[keyOf(text), time] as const] : [])),
		),
		steps: steps.map(({kind}) => kind),
		newest: [...times, ...(prompt?.time ? [prompt.time] : [])].sort().at(-1),
	};
}

/** Its pieces are needed only where no message tells of the turn. */
function sectionFrom({prompt, steps, shell}: Turn, turn: number): Section {
	const piece = (step: number, shape: Partial<Shape>): Piece => ({kind: 'shown', turn, step, ...noShape, ...shape});
	if (shell) return section('shell', `!${keyOf(shell.command)}`, [piece(-1, {errors: shell.exitCode ? 1 : 0})]);
	const pieces = steps.map(({kind}, step) => piece(step, {role: 'answer', calls: kind === 'tool' ? 1 : 0, spoken: 1}));
	if (!prompt) return section('turn', `?${turn}`, pieces);
	const key = keyOf(readUserText(prompt.text).prompt ?? prompt.text);
	return section('turn', key, [piece(-1, {role: 'prompt', promptKey: key}), ...pieces]);
}
