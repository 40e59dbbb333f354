/** How many bytes a key may cost over a slow line, at 120x40 with 10,000 sessions. `npm run bench:keys` measures the rest. */
import {afterEach, describe, expect, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {Screen, sleep} from '../helpers/screen.ts';

const app = bundledFakeApp();

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

/** A tenth above what the benchmark allows: texts differ, the order does not. */
const most = {highlight: 330, scroll: 2750};

async function started(scene: string): Promise<Screen> {
	const screen = new Screen(process.execPath, [app(), scene], {columns: 120, rows: 40});
	open.push(screen);
	await screen.shows(/\d sessions?/);
	await screen.settles(500);
	return screen;
}

/** What each of the keys costs: the bytes of the frame that answers it, and of those that follow it. */
async function costsOf(screen: Screen, key: string, times: number): Promise<Array<{first: number; rest: number}>> {
	const costs: Array<{first: number; rest: number}> = [];
	for (let turn = 0; turn < times; turn++) {
		const [first = '', ...rest] = await screen.frames(key);
		costs.push({first: Buffer.byteLength(first), rest: Buffer.byteLength(rest.join(''))});
		await screen.settles(300);
	}
	return costs;
}

const worst = (costs: ReadonlyArray<{first: number; rest: number}>, part: 'first' | 'rest') =>
	Math.max(...costs.map(cost => cost[part]));

describe('the list', () => {
	test('moving the highlight, and the preview that follows it', async () => {
		const screen = await started('many');
		const costs = await costsOf(screen, 'j', 4);
		expect(worst(costs, 'first')).toBeLessThan(most.highlight);
		expect(worst(costs, 'rest')).toBeLessThan(most.scroll);
	});

	test('scrolling, a row at a time', async () => {
		const screen = await started('many');
		screen.send('j'.repeat(36));
		await screen.shows(/37\/10,000/);
		await screen.settles(800);
		expect(worst(await costsOf(screen, 'j', 3), 'first')).toBeLessThan(most.scroll);
		screen.send('\u0004');
		await screen.settles(800);
		expect(worst(await costsOf(screen, 'k', 2), 'first')).toBeLessThan(most.scroll);
	});

	test('resting costs nothing', async () => {
		const screen = await started('many');
		await screen.settles(1500);
		const {length} = screen.output;
		await sleep(2500);
		expect(screen.output.length).toBe(length);
	});
});

test('the reader: scrolling, a row and half a page at a time', async () => {
	const screen = await started('plain');
	screen.send('\r');
	await screen.shows('prompt 1/14');
	await screen.settles(400);
	expect(worst(await costsOf(screen, 'j', 3), 'first')).toBeLessThan(2 * most.highlight);
	expect(worst(await costsOf(screen, '\u0004', 3), 'first')).toBeLessThan(most.scroll);
	expect(worst(await costsOf(screen, '\u0015', 2), 'first')).toBeLessThan(most.scroll);
	expect(screen.output).not.toContain('\u001B[2J\u001B[3J');
});
