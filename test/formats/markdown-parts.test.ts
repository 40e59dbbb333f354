/** A session drawn in parts is the same document as one that is drawn as a whole. */
import {describe, expect, it} from 'vitest';
import type {ByteRange} from '../../source/adapters/adapter.ts';
import type {Exported} from '../../source/formats/format.ts';
import {writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import type {Entry} from '../../source/model/entry.ts';
import {writtenText} from '../helpers/made-export.ts';
import {Random} from '../helpers/random.ts';
import {type Told, toldSession} from '../helpers/told-session.ts';

/** Prompts, answers that look like lists, calls, several models, and forks here and there. */
function randomSession(random: Random): Told[] {
	const told: Told[] = [];
	const ids: string[] = [];
	const add = (entry: Told) => {
		const id = `e${told.length}`;
		// Now and then somebody goes back to an earlier place and asks something else.
		const isRewind = entry.kind === 'user' && ids.length > 3 && random.below(5) === 0;
		told.push({id, ...(isRewind ? {parent: random.pick(ids)} : undefined), ...entry});
		ids.push(id);
	};
	for (let turn = random.below(12) + 2; turn > 0; turn--) {
		add({kind: 'user', text: random.pick(['fix it', 'and 漢字', '# no heading', ''])});
		for (let step = random.below(5); step > 0; step--) {
			const model = random.pick(['opus', 'opus', 'sonnet', undefined]);
			const text = random.pick(['- a list', '1. first', 'plain words', '    code', 'a\n- b', '']);
			add({kind: 'assistant', text, model, isSidechain: random.below(6) === 0 || undefined});
			if (random.below(2) === 0) continue;
			const callId = `c${told.length}`;
			const tool = {name: 'Bash', universal: 'bash' as const, callId};
			add({kind: 'tool_call', text: 'ls', tool: {...tool, input: {command: 'ls'}}, model});
			if (random.below(4) > 0) add({kind: 'tool_result', text: 'out', tool: {...tool, output: 'out'}});
			if (random.below(4) === 0) add({kind: 'system', text: 'noise', isAside: true});
		}
	}
	return told;
}

/** Cut at some of the places before which no call waits for its result. */
function cutAnywhere(exported: Exported, entries: readonly Entry[], random: Random): Exported {
	const cuts = entries.flatMap(({kind}, at) => (at > 0 && kind !== 'tool_result' && random.below(4) === 0 ? [at] : []));
	const ranges = [0, ...cuts].map((from, at): ByteRange => ({from, to: cuts[at] ?? entries.length}));
	return {
		...exported,
		ranges,
		async *batches(range) {
			for await (const batch of exported.batches())
				yield batch.filter(entry => {
					const at = entries.indexOf(entry);
					return at >= range!.from && at < range!.to;
				});
		},
	};
}

describe('Markdown of a session in parts', () => {
	it.each(Array.from({length: 200}, (_, seed) => seed))('%i', async seed => {
		const random = new Random(seed);
		const told = randomSession(random);
		for (const branch of [undefined, 'all'] as const) {
			const exported = toldSession(told, {branch});
			const whole: Entry[] = [];
			for await (const entry of exported.entries()) whole.push(entry);
			const text = await writtenText(exported, writeMarkdown);
			expect(await writtenText(cutAnywhere(exported, whole, random), writeMarkdown)).toBe(text);
		}
	});
});
