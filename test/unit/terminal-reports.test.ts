/** What a terminal sends besides keys: the mouse, and answers about itself. */
import {describe, expect, test} from 'vitest';
import type {Key} from '../../source/terminal/key.ts';
import {KeySplitter} from '../../source/terminal/key-splitter.ts';
import {type Report, reportOf} from '../../source/terminal/report.ts';
import {Random} from '../helpers/random.ts';

type Got = {keys: Key[]; reports: Report[]};

function read(chunks: readonly string[]): Got {
	const got: Got = {keys: [], reports: []};
	const splitter = new KeySplitter(report => got.reports.push(report));
	for (const chunk of chunks) got.keys.push(...splitter.push(chunk));
	got.keys.push(...splitter.flush());
	return got;
}

const answers: ReadonlyArray<readonly [string, Report]> = [
	['\u001B[?2026;2$y', {about: 'mode', mode: 2026, state: 2}],
	['\u001B[?2026;0$y', {about: 'mode', mode: 2026, state: 0}],
	['\u001B[?62;4;22c', {about: 'device', attributes: [62, 4, 22]}],
	['\u001B[?1;2c', {about: 'device', attributes: [1, 2]}],
	['\u001B[6;20;10t', {about: 'cell', width: 10, height: 20}],
	['\u001BP>|WezTerm 20240203\u001B\\', {about: 'name', text: 'WezTerm 20240203'}],
	['\u001B]11;rgb:ffff/ffff/ffff\u001B\\', {about: 'background', color: [1, 1, 1]}],
	['\u001B]11;rgb:00/80/ff\u0007', {about: 'background', color: [0, 128 / 255, 1]}],
	['\u001B]11;rgba:0000/0000/0000/ffff\u0007', {about: 'background', color: [0, 0, 0]}],
	['\u001B_Gi=1;OK\u001B\\', {about: 'graphics', isOk: true}],
	['\u001B_Gi=1;EINVAL:no\u001B\\', {about: 'graphics', isOk: false}],
];

describe('answers', () => {
	test.each(answers)('%j', (sequence, report) => {
		expect(reportOf(sequence)).toEqual(report);
		expect(read([`j${sequence}k`])).toEqual({keys: [{name: 'j'}, {name: 'k'}], reports: [report]});
	});

	test.each(['\u001B[A', '\u001B[5~', '\u001B[12;40R', '\u001B[I', '\u001B]52;c;eHg=\u0007', '\u001B[8;24;80t'])(
		'%j is none',
		sequence => expect(reportOf(sequence)).toBeUndefined(),
	);

	test('whatever breaks off an answer is read, and the answer is no keys', () => {
		expect(read(['\u001B]11;rgb:ff\u0003q']).keys).toEqual([{name: 'ctrl-c'}, {name: 'q'}]);
		expect(read(['\u001BP>|xterm\u001B[A']).keys).toEqual([{name: 'up'}]);
		expect(read(['\u001B[?2026\u001B[B']).keys).toEqual([{name: 'down'}]);
		expect(read(['\u001B[?20\u0003']).keys).toEqual([{name: 'ctrl-c'}]);
	});

	test('an escape typed before an answer is a key', () => {
		expect(read(['\u001B', '\u001B[?1;2c'])).toEqual({
			keys: [{name: 'escape'}],
			reports: [{about: 'device', attributes: [1, 2]}],
		});
	});

	test('what waits is known: a key that may be whole, or the rest of a sequence', () => {
		const waits = (input: string) => {
			const splitter = new KeySplitter();
			splitter.push(input);
			return splitter.waitsFor;
		};
		expect(waits('j')).toBeUndefined();
		expect(waits('\u001B')).toBe('key');
		expect(waits('\u001B[')).toBe('key');
		expect(waits('\u001B]')).toBe('key');
		expect(waits('\u001B]1')).toBe('rest');
		expect(waits('\u001B[?2026;')).toBe('rest');
		expect(waits('\u001B_Gi=1;OK\u001B')).toBe('rest');
	});
});

describe('the mouse', () => {
	test.each([
		['\u001B[<0;1;1M', {name: 'click', column: 0, row: 0}],
		['\u001B[<0;240;55M', {name: 'click', column: 239, row: 54}],
		['\u001B[<64;7;3M', {name: 'wheel-up', column: 6, row: 2}],
		['\u001B[<65;7;3M', {name: 'wheel-down', column: 6, row: 2}],
		['\u001B[<69;7;3M', {name: 'wheel-down', column: 6, row: 2}],
		// The old spelling, of terminals that do not know the other one.
		['\u001B[M !!', {name: 'click', column: 0, row: 0}],
		['\u001B[Ma*%', {name: 'wheel-down', column: 9, row: 4}],
	])('%j', (input, key) => {
		expect(read([`${input}j`]).keys).toEqual([key, {name: 'j'}]);
	});

	test.each(['\u001B[M#!!', '\u001B[<0;0;0M', '\u001B[<0;1M'])('%j is nothing of ours', input => {
		expect(read([`${input}j`]).keys).toEqual([{name: 'j'}]);
	});
});

test('keys, mouse and answers are the same in whatever pieces they come', () => {
	const random = new Random(1);
	const pieces = [
		...answers.map(([sequence]) => sequence),
		'j',
		'漢',
		'👍',
		'\u001B[A',
		'\u001B[1;5B',
		'\u001B[<0;12;7M\u001B[<0;12;7m',
		'\u001B[<65;1;1M',
		'\u001B[M !!',
		'\u001B[200~q\u001B[?1;2c\r\u001B[201~',
		'\u001Bx',
		'\u001B]11;cut short\u0003',
		'\r',
	];
	for (let round = 0; round < 400; round++) {
		const input = Array.from({length: 1 + random.below(8)}, () => random.pick(pieces)).join('');
		const whole = read([input]);
		// By characters, as the decoder hands them over.
		const letters = Array.from(input);
		const chunks: string[] = [];
		while (letters.length > 0) chunks.push(letters.splice(0, 1 + random.below(5)).join(''));
		expect(read(chunks), JSON.stringify(chunks)).toEqual(whole);
	}
});
