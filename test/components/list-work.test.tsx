/** What a key costs: it may depend on the rows in sight, never on the number of sessions. */
import {describe, expect, test} from 'vitest';
import type {ListedSession, SessionSource} from '../../source/components/session-source.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {fakeLibrary} from '../helpers/fake-library.ts';

/** A library whose sessions count how often anything of them is looked at. */
function watched(count: number) {
	const work = {looks: 0, facts: 0};
	const library = fakeLibrary(
		Array.from({length: count}, (_, at) => ({
			id: `s${at}`,
			title: `Session ${(at * 7919) % count}`,
			cwd: `/p/project-${at % 40}`,
			minutesAgo: at * 9,
			size: 30_000_000 + ((at * 31) % 997),
			counts: {prompts: (at * 13) % 101},
			tokens: {input: (at * 17) % 10_007},
		})),
	);
	const watch = (ref: ListedSession) =>
		new Proxy(ref, {
			get(target, name) {
				work.looks++;
				return Reflect.get(target, name);
			},
		});
	const source: SessionSource = {
		...library,
		async scan() {
			const found = await library.scan();
			return {...found, sessions: found.sessions.map(watch)};
		},
		async facts() {
			work.facts++;
			return library.facts!();
		},
	};
	return {source, work};
}

const orders = [
	['by day', []],
	['by project', ['g']],
	['by title', ['s', 's', 's', 's', 's']],
	['by project and tokens', ['g', 's', 's', 's', 's']],
] as const;

const keysPressed = ['j', 'j', 'k', 'ctrl-d', 'pagedown', 'G', 'k', 'home', 'm', 'space', 'p', 'p', 'M'];

/** How often sessions are looked at for each key, frame included. */
async function looksPerKey(count: number, orderKeys: readonly string[]): Promise<number[]> {
	const {source, work} = watched(count);
	const {explorer, press, frame} = await openExplorer(source, {columns: 100, rows: 40});
	press(...orderKeys);
	await turns();
	const {rows} = explorer.scene.list;
	const {facts} = work;
	expect(rows.length).toBeGreaterThanOrEqual(count);
	const looks: number[] = [];
	for (const key of keysPressed) {
		work.looks = 0;
		press(key);
		frame();
		await turns();
		looks.push(work.looks);
	}
	// Nothing was arranged anew, and nobody was asked again for a key that moves.
	expect(explorer.scene.list.rows).toBe(rows);
	expect(work.facts).toBeLessThanOrEqual(facts + 1);
	explorer.close();
	return looks;
}

describe('10,000 sessions', () => {
	test.each(orders)(
		'%s: a key looks at no more of them than at those of a short list',
		async (_, orderKeys) => {
			const [few, many] = [await looksPerKey(300, orderKeys), await looksPerKey(10_000, orderKeys)];
			for (const [at, key] of keysPressed.entries()) {
				expect(many[at], key).toBeLessThan(10_000);
				expect(many[at], key).toBeLessThanOrEqual(few[at]! * 1.25 + 300);
			}
		},
		60_000,
	);

	test('another order is made once, and the same one is not made again', async () => {
		const {source, work} = watched(10_000);
		const {explorer, press} = await openExplorer(source, {columns: 100, rows: 40});
		press('g');
		await turns();
		work.looks = 0;
		press('s');
		await turns();
		expect(work.looks).toBeGreaterThan(10_000);
		expect(work.looks).toBeLessThan(12 * 10_000);
		expect(work.facts).toBe(1);
		explorer.close();
	}, 30_000);
});
