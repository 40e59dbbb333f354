/**
 * A session as Markdown that reads well on GitHub: facts, a table of prompts, then turn by turn, with thinking and the
 * output of tools folded. The same for every agent, and the same bytes for the same session, however many threads draw it.
 */
import type {Exported, Writer} from '../format.ts';
import type {Told} from '../parts/facts.ts';
import {type Stretches, stretchesOf} from '../parts/stretches.ts';
import {draw} from './draw.ts';
import type {Drawing} from './drawing.ts';
import {Placing} from './placing.ts';

export const writeMarkdown: Writer = exported => {
	const stretches = stretchesOf(exported);
	return placeDrawings(exported, stretches, exported.drawings?.() ?? drawAll(exported, stretches));
};

/** The document, made of what was drawn of all parts in their order. */
export async function* placeDrawings(
	told: Told,
	stretches: Stretches,
	drawings: AsyncIterable<Drawing>,
): AsyncGenerator<string | Buffer> {
	const placing = new Placing(told, stretches);
	try {
		for await (const drawing of drawings) placing.add(drawing);
		yield* placing.read();
	} finally {
		placing.close();
	}
}

async function* drawAll(exported: Exported, stretches: Stretches): AsyncGenerator<Drawing> {
	for (const range of exported.ranges) yield* draw(exported, stretches, range);
}
