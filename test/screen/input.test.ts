/** Keys as they come over slow and fast lines: many at once, cut in two, pasted, too early. None is lost, none is made up. */
import {afterEach, describe, expect, test} from 'vitest';
import {bundledFakeApp} from '../helpers/bundled-fake-app.ts';
import {cutUp, Random} from '../helpers/random.ts';
import {Screen, sleep} from '../helpers/screen.ts';

const app = bundledFakeApp();

const open: Screen[] = [];
afterEach(() => {
	for (const screen of open.splice(0)) screen.dispose();
});

const size = {columns: 120, rows: 40};

function start(scene: string): Screen {
	const screen = new Screen(process.execPath, [app(), scene], size);
	open.push(screen);
	return screen;
}

async function started(scene: string): Promise<Screen> {
	const screen = start(scene);
	await screen.shows(/\d sessions?/);
	await screen.settles(400);
	return screen;
}

/** Which session is selected, counted from one. */
function positionOf({lines}: Screen): number {
	return Number(/([\d,]+)\/[\d,]+\s*$/.exec(lines[0]!)?.[1]?.replaceAll(',', ''));
}

async function expectPosition(screen: Screen, position: number): Promise<void> {
	await screen.shows(current => positionOf(current) === position);
	await screen.settles(100);
	expect(positionOf(screen)).toBe(position);
}

const down = '\u001B[B';
const up = '\u001B[A';

describe('many keys at once', () => {
	test.each([
		['5', 'j'.repeat(5), 6],
		['200', 'j'.repeat(200), 201],
		['200, forth and back', 'jjjk'.repeat(50), 101],
		['200 arrows', down.repeat(150) + up.repeat(50), 101],
		['letters and arrows in turn', `j${down}k${up}jj${down}`.repeat(30), 91],
	])('%s', async (_, keys, position) => {
		const screen = await started('many');
		screen.send(keys);
		await expectPosition(screen, position);
		// They are answered together, not one after the other.
		expect(await screen.wrongCells()).toEqual([]);
	});

	test('5,000 cost no more frames than a person can see', async () => {
		const screen = await started('many');
		const frames = await screen.frames('j'.repeat(5000));
		await expectPosition(screen, 5001);
		expect(frames.length).toBeLessThan(60);
	});

	test('that lead from screen to screen', async () => {
		const screen = await started('plain');
		screen.send('jjkj\rGggq?\u001B[Bqk');
		await expectPosition(screen, 2);
		expect(screen.lines[0]).toContain('5 sessions');
	});
});

describe('keys in pieces', () => {
	test.each([
		['after the escape', ['\u001B', '[B']],
		['after the bracket', ['\u001B[', 'B']],
		['in three', ['\u001B', '[', 'B']],
		['behind another key', ['j\u001B', '[Bj']],
	])('an arrow cut %s', async (_, pieces) => {
		const screen = await started('many');
		const moves = pieces.join('').replace(down, 'j').length;
		for (let turn = 0; turn < 10; turn++)
			for (const piece of pieces) {
				screen.send(piece);
				await sleep(5);
			}
		await expectPosition(screen, 1 + 10 * moves);
	});

	test.each([1, 2, 3])('cut anywhere, %d', async seed => {
		const screen = await started('many');
		const random = new Random(seed);
		const keys = Array.from({length: 120}, () => random.pick(['j', down, `${down}j`]));
		const moves = keys.join('').replaceAll(down, 'j').length;
		for (const piece of cutUp(Buffer.from(keys.join('')), random, 40)) {
			screen.send(piece.toString());
			await sleep(random.below(8));
		}
		await expectPosition(screen, 1 + moves);
	});

	test('letters of several bytes, cut between them', async () => {
		const screen = await started('finds');
		screen.send('/');
		await screen.shows('›');
		const text = '重试 é 한 ñ';
		for (const byte of Buffer.from(text)) {
			screen.send(Buffer.from([byte]));
			await sleep(3);
		}
		await screen.shows(`› ${text}`);
	});

	test('an escape alone is a key, even before others', async () => {
		const screen = await started('plain');
		screen.send('\r');
		await screen.shows('prompt 1/14');
		screen.send('\u001B');
		await screen.shows('5 sessions');
		screen.send('\u001B\u001Bj');
		await screen.settles(300);
		expect(screen.exit).toBeUndefined();
	});
});

describe('pastes', () => {
	const paste = (text: string) => `\u001B[200~${text}\u001B[201~`;

	test('into a line are text, whatever they hold', async () => {
		const screen = await started('finds');
		screen.send(`/${paste('jitter\rq\u0003\u001B[B')}`);
		await screen.shows(/› jitter/);
		await screen.settles();
		expect(screen.exit).toBeUndefined();
		expect(screen.lines[0]).toContain('30 sessions');
	});

	test('in pieces are whole', async () => {
		const screen = await started('finds');
		screen.send('/');
		await screen.shows('›');
		const words = paste(`${'word '.repeat(60)}end`);
		for (let at = 0; at < words.length; at += 7) {
			screen.send(words.slice(at, at + 7));
			await sleep(2);
		}
		await screen.shows(/word end/);
		// And keys go on behind them.
		screen.send('\u0015jitter');
		await screen.shows(/^ › jitter /m);
	});

	test('where nothing is typed do nothing', async () => {
		const screen = await started('many');
		screen.send(paste('jjjq'));
		screen.send('j');
		await expectPosition(screen, 2);
	});
});

test('keys typed before anything is there wait for it', async () => {
	const screen = start('slow');
	screen.send('jj\r');
	await screen.shows(/prompt 1\/3/, 20_000);
	expect(screen.text).toContain('Port the retry helper');
});
