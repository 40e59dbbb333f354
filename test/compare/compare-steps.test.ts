import {describe, expect, it} from 'vitest';
import {type Comparison, compareSteps, type Hunk} from '../../source/compare/compare-steps.ts';
import {type Step, stepsOf} from '../../source/compare/step.ts';
import type {Entry} from '../../source/model/entry.ts';
import {entry, toolUse} from '../helpers/fake-library.ts';
import {Random} from '../helpers/random.ts';

async function compared(left: readonly Entry[], right: readonly Entry[]): Promise<Comparison> {
	return compareSteps(await stepsOf(left), await stepsOf(right));
}

function shown({hunks}: Comparison): string[] {
	return hunks.map(hunk => {
		if (hunk.kind === 'equal') return `= ${hunk.left.length}`;
		if (hunk.kind === 'changed') return `~ ${hunk.left.text} / ${hunk.right.text}`;
		return `${hunk.kind === 'left' ? '-' : '+'} ${hunk.steps.map(({text}) => text).join(', ')}`;
	});
}

/** The steps of one side, as the hunks have them. */
function sideOf(hunks: readonly Hunk[], side: 'left' | 'right'): Step[] {
	return hunks.flatMap(hunk => {
		if (hunk.kind === 'equal') return hunk[side];
		if (hunk.kind === 'changed') return [hunk[side]];
		return hunk.kind === side ? hunk.steps : [];
	});
}

describe('two branches', () => {
	const common = [entry('user', 'Find the leak'), entry('assistant', 'It is in the pool.')];

	it('share their beginning, and part', async () => {
		const comparison = await compared(
			[...common, entry('user', 'use backoff'), entry('assistant', 'Done.')],
			[
				...common,
				entry('user', 'use jitter'),
				...toolUse('Bash', {command: 'npm test'}, 'ok'),
				entry('assistant', 'Done.'),
			],
		);
		expect(shown(comparison)).toEqual(['= 2', '~ use backoff / use jitter', '+ npm test', '= 1']);
		expect(comparison.summary).toEqual({
			equal: 3,
			changed: 1,
			onlyLeft: 0,
			onlyRight: 1,
			commonAncestor: common[1]!.id,
		});
	});

	it('a tool that was told the same and said something else changed', async () => {
		const comparison = await compared(
			[...common, ...toolUse('Bash', {command: 'npm test'}, 'ok')],
			[...common, ...toolUse('Bash', {command: 'npm test'}, 'boom', true)],
		);
		expect(shown(comparison)).toEqual(['= 2', '~ npm test / npm test']);
	});

	it('sessions without a common record have no ancestor, though they say the same', async () => {
		const later = {timestamp: '2026-01-02T03:04:06Z'};
		const {summary} = await compared([entry('user', 'same')], [entry('user', 'same', later)]);
		expect(summary).toEqual({equal: 1, changed: 0, onlyLeft: 0, onlyRight: 0, commonAncestor: undefined});
		// Ids that only count records are the same in every session.
		const counted = await compared([entry('user', 'same', {id: '3'})], [entry('user', 'same', {...later, id: '3'})]);
		expect(counted.summary.commonAncestor).toBeUndefined();
	});

	it('a copy has one, though its records have new ids', async () => {
		const copy = common.map(({kind, text, timestamp}) => entry(kind, text, {timestamp}));
		const {summary} = await compared([...common, entry('user', 'one')], [...copy, entry('user', 'two')]);
		expect(summary.commonAncestor).toBe(common[1]!.id);
	});

	it('may differ in more places than a function takes arguments', () => {
		const steps = (side: string): Step[] =>
			Array.from({length: 200_000}, (_, at) => ({kind: 'answer', id: `${at}`, text: '', digest: `${side}${at}`}));
		expect(compareSteps(steps('a'), steps('b')).summary.changed).toBe(200_000);
	});

	it('thinking, notes and the order of fields make no difference', async () => {
		const call = (input: object) =>
			entry('tool_call', 'x', {tool: {name: 'Read', universal: 'read', callId: 'c', input}});
		const {hunks} = await compared(
			[...common, entry('thinking', 'hm'), call({path: 'a', limit: 3})],
			[...common, entry('system', 'noted'), call({limit: 3, path: 'a'})],
		);
		expect(hunks.map(({kind}) => kind)).toEqual(['equal']);
	});
});

describe('whatever they are', () => {
	const random = new Random(3);
	const some = () =>
		Array.from({length: random.below(20)}, (): Entry[] => {
			const text = random.pick(['a', 'b', 'c', 'd', 'e']);
			const kind = random.below(3);
			return kind === 0
				? [entry('user', text)]
				: kind === 1
					? [entry('assistant', text)]
					: toolUse('Bash', {command: text}, text);
		}).flat();

	it('nothing differs from itself; both sides can be had from the hunks; swapped they are mirrored', async () => {
		for (let round = 0; round < 150; round++) {
			const [left, right] = [await stepsOf(some()), await stepsOf(some())];
			expect(compareSteps(left, left).hunks.filter(({kind}) => kind !== 'equal')).toEqual([]);
			const {hunks, summary} = compareSteps(left, right);
			expect(sideOf(hunks, 'left')).toEqual(left);
			expect(sideOf(hunks, 'right')).toEqual(right);
			const swapped = compareSteps(right, left);
			expect(sideOf(swapped.hunks, 'left')).toEqual(right);
			expect([
				swapped.summary.equal,
				swapped.summary.changed,
				swapped.summary.onlyLeft,
				swapped.summary.onlyRight,
			]).toEqual([summary.equal, summary.changed, summary.onlyRight, summary.onlyLeft]);
		}
	});
});
