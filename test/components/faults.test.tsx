/** An error of our own is a screen, not the end. */
import {describe, expect, it} from 'vitest';
import {Explorer} from '../../source/components/explorer.ts';
import {faultDetails} from '../../source/components/fault/fault-details.ts';
import type {FaultReport} from '../../source/components/fault/faults.ts';
import {Root} from '../../source/components/root.tsx';
import {afternoon} from '../helpers/afternoon.ts';
import {entry, fakeLibrary} from '../helpers/fake-library.ts';
import {plainFrame} from '../helpers/plain-frame.ts';

const sessions = ['a', 'b', 'c'].map((id, at) => ({
	id,
	title: `Session ${id}`,
	minutesAgo: at,
	entries: [entry('user', 'hello')],
}));

async function open(hasLog = true) {
	const reports: FaultReport[] = [];
	const copied: string[] = [];
	let quits = 0;
	const explorer = new Explorer({
		source: fakeLibrary(sessions),
		onChange() {},
		onQuit: () => quits++,
		onSuspend() {},
		canSuspend: true,
		copy(text) {
			copied.push(text);
			return {ok: true};
		},
		onFault(report) {
			reports.push(report);
			return hasLog ? '/state/recollect.log' : undefined;
		},
		now: afternoon,
	});
	explorer.resize(80, 23);
	await explorer.open();
	const frame = () => plainFrame(<Root explorer={explorer} isDemo={false} />);
	return {explorer, reports, copied, frame, quits: () => quits};
}

function breakMove(explorer: Explorer, error: unknown = new Error('the move broke')): void {
	explorer.scene.move = () => {
		throw error;
	};
}

describe('an action that throws', () => {
	it('leaves the terminal and the list alone: it is told, and one can go on', async () => {
		const {explorer, reports, frame} = await open();
		const {move} = explorer.scene;
		breakMove(explorer);
		explorer.press('j');
		expect(explorer.place).toBe('error');
		expect(frame()).toContain('something went wrong');
		expect(frame()).toContain('An error of recollect itself, during select-next:');
		expect(frame()).toContain('the move broke');
		expect(frame()).toMatch(/Enter +back to the list/);
		expect(frame()).toMatch(/y +copy the details/);
		expect(frame()).toMatch(/q +quit/);
		expect(frame()).toContain('The details are in /state/recollect.log');
		expect(reports).toMatchObject([{during: 'select-next', keys: ['j']}]);

		explorer.scene.move = move;
		explorer.press('enter');
		expect(explorer.place).toBe('list');
		explorer.press('j');
		expect(explorer.scene.list.selected?.ref.id).toBe('b');
		expect(frame()).toMatch(/▸ claude +Session b/);
	});

	it('can be left for good', async () => {
		const {explorer, quits} = await open();
		breakMove(explorer);
		explorer.press('j');
		explorer.press('q');
		expect(quits()).toBe(1);
	});

	it('is copied with what is needed to mend it', async () => {
		const {explorer, copied} = await open();
		breakMove(explorer);
		explorer.press('j');
		explorer.press('y');
		expect(copied).toEqual([expect.stringMatching(/^Error during select-next: the move broke\n {4}at /)]);
		expect(explorer.message).toMatch(/^Copied/);
	});

	it('says so where nothing could be written down', async () => {
		const {explorer, frame} = await open(false);
		breakMove(explorer);
		explorer.press('j');
		expect(frame()).toContain('The details could not be written down.');
	});

	it('may throw anything, with anything in it', async () => {
		const {explorer, frame} = await open();
		breakMove(explorer, 'words \u001B[2J\u0007');
		explorer.press('j');
		expect(frame()).toContain('words');
		expect(frame()).not.toMatch(/[\u0007\u001B]/);
	});
});

describe('a screen that throws while it is drawn', () => {
	it('is the error screen, and the list comes back', async () => {
		const {explorer, reports, frame} = await open();
		explorer.press('enter');
		Object.defineProperty(explorer.reader, 'lines', {
			get() {
				throw new TypeError('the reader broke');
			},
		});
		expect(frame()).toContain('during drawing the reader');
		expect(frame()).toContain('the reader broke');
		expect(reports).toHaveLength(1);
		explorer.press('enter');
		expect(explorer.reader).toBeUndefined();
		expect(frame()).toContain('Session a');
	});

	it('comes back though what failed can not even be closed', async () => {
		const {explorer, frame} = await open();
		explorer.press('enter');
		explorer.reader!.close = () => {
			throw new Error('stuck');
		};
		Object.defineProperty(explorer.reader, 'lines', {
			get() {
				throw new Error('broken');
			},
		});
		frame();
		explorer.press('enter');
		expect(explorer.place).toBe('list');
		expect(frame()).toContain('Session a');
	});
});

describe('what is written down', () => {
	it('names keys, but not what was typed into a line', async () => {
		const {explorer, reports} = await open();
		for (const key of ['/', 's', 'e', 'c', 'escape']) explorer.press(key);
		explorer.press({name: 'paste', text: 'secret'});
		breakMove(explorer);
		explorer.press('j');
		expect(reports[0]?.keys).toEqual(['/', '(text)', '(text)', '(text)', 'escape', 'paste', 'j']);
		expect(faultDetails(reports[0]!)).not.toContain('secret');
	});

	it('quotes nothing that may be from a session, and steers no terminal', () => {
		const text = 'a whole prompt that somebody typed';
		const error = new SyntaxError(`Unexpected token, "${text}" is not \u001B[2Jvalid JSON\n${'long '.repeat(200)}`);
		const details = faultDetails({error, during: 'reading', keys: []});
		expect(details).not.toContain(text);
		expect(details).toContain('"…" is not valid JSON');
		expect(details).not.toContain('\u001B');
		expect(details.split('\n')[0]!.length).toBeLessThan(400);
		expect(details).toMatch(/\nkeys: none$/);
		expect(faultDetails({error: 'plain', during: 'x', keys: ['a']})).toBe('Thrown during x: plain\nkeys: a');
	});
});

it('g waits for the next key, and says so', async () => {
	const {explorer, frame} = await open();
	explorer.press('enter');
	explorer.press('g');
	expect(explorer.message).toBe('g …   g To the start');
	expect(frame()).toContain('g …   g To the start');
	explorer.press('escape');
	expect(explorer.place).toBe('reader');
	expect(explorer.message).toBe('');
	explorer.press('g');
	explorer.press('g');
	expect(explorer.message).toBe('');
});
