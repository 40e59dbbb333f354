/** The small parts of the Cursor adapter: typed words, times, the wire form, aligning. */
import {describe, expect, it} from 'vitest';
import {align} from '../../source/adapters/cursor/align.ts';
import {withoutSecrets} from '../../source/adapters/cursor/secrets.ts';
import {readTimestamp, readUserText} from '../../source/adapters/cursor/user-text.ts';
import {firstString, firstTime, firstValue, readWire} from '../../source/adapters/cursor/wire.ts';
import {decodings} from '../../source/adapters/cursor/workspace.ts';
import {field, message} from '../helpers/cursor-chat.ts';

describe('what a person typed', () => {
	it.each([
		['fix it', 'fix it'],
		['<user_query>\nfix it\n</user_query>', 'fix it'],
		['<user_info>\nOS: linux\n</user_info>\n\n<user_query>fix it</user_query>', 'fix it'],
		['<user_query>one</user_query>\n<user_query>two</user_query>', 'one\n\ntwo'],
		['<user_query>cut off', 'cut off'],
		['<user_info>\nOS: linux\n</user_info>', undefined],
		['<git_status>\nclean\n</git_status>\n<rules>\nbe nice\n</rules>', undefined],
		['<user_info>never closed', undefined],
		['<system_reminder>\nhush\n</system_reminder>\nfix it', 'fix it'],
		['<attached_files path="a.ts">\nx\n</attached_files>\nfix it', 'fix it'],
		['<div>why is this red?</div>', '<div>why is this red?</div>'],
		['', undefined],
	])('%j is %j', (raw, prompt) => {
		expect(readUserText(raw).prompt).toBe(prompt);
	});

	it('is no summary of what came before', () => {
		expect(readUserText('[Previous conversation summary]: We did it.')).toEqual({isSummary: true});
	});
});

describe('a time in words', () => {
	it.each([
		['Sunday, Aug 2, 2026, 3:51 AM (UTC-7)', '2026-08-02T10:51:00.000Z'],
		['Sunday, August 2, 2026, 12:05 AM (UTC+0)', '2026-08-02T00:05:00.000Z'],
		['Monday, Jan 5, 2026, 12:30 PM (UTC+5:30)', '2026-01-05T07:00:00.000Z'],
		['Jan 5, 2026 at 23:59:58 (UTC)', '2026-01-05T23:59:58.000Z'],
		['Monday, Jan 5, 2026, 12:30\u202FPM (GMT+1)', '2026-01-05T11:30:00.000Z'],
		['Monday, Jan 5, 2026, 12:30 PM', undefined],
		['Foo 5, 2026, 12:30 PM (UTC)', undefined],
		['yesterday', undefined],
		[undefined, undefined],
	])('%j is %j', (text, time) => {
		expect(readTimestamp(text)).toBe(time);
	});
});

describe('the wire form', () => {
	it('is read field by field', () => {
		const fields = readWire(
			message(field(1, 'text'), field(2, 300), field(25, 1788818588927), field(31, Buffer.from([1]))),
		);
		expect(firstString(fields, 1)).toBe('text');
		expect(firstValue(fields, 2)).toBe(300);
		expect(firstTime(fields, 9, 25)).toBe('2026-09-07T22:03:08.927Z');
		expect(firstTime(fields, 2)).toBeUndefined();
		expect(fields?.at(-1)).toEqual({number: 31, bytes: Buffer.from([1])});
	});

	it('of fixed sizes is stepped over', () => {
		expect(readWire(Buffer.from([0x0d, 1, 2, 3, 4, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x18, 5]))).toEqual([
			{number: 1},
			{number: 2},
			{number: 3, value: 5},
		]);
	});

	it.each([
		[[0x0a, 5, 1]],
		[[0x0a]],
		[[0x08, 0xff]],
		[[0x07, 0]],
		[[0x00, 0]],
		[[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80]],
		[[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]],
	])('%j is none', bytes => {
		expect(readWire(Buffer.from(bytes))).toBeUndefined();
	});
});

describe('aligning two tellings', () => {
	it('keeps the order and finds as many as it can', () => {
		expect(align(['a', 'b', 'c'], ['a', 'c'])).toEqual([0, 2]);
		expect(align(['a', 'b'], ['x', 'a', 'y', 'b', 'z'])).toEqual([-1, 0, -1, 1, -1]);
		expect(align(['go', 'go', 'stop'], ['go', 'stop'])).toEqual([0, 2]);
		expect(align([], ['a'])).toEqual([-1]);
		expect(align(['a'], [])).toEqual([]);
	});

	it('is quick where there is much', () => {
		const many = Array.from({length: 5000}, (_, at) => `turn ${at}`);
		expect(align(many, many)).toEqual(many.map((_, at) => at));
	});
});

it('keeps secrets to itself, however deep', () => {
	const value = {name: 'a', blobEncryptionKey: 'x', list: [{accessToken: 'y', kept: 1}], inner: {password: 'z'}};
	expect(withoutSecrets(value)).toEqual({name: 'a', list: [{kept: 1}], inner: {}});
});

it('knows the paths a slug may stand for', () => {
	expect(decodings('home-me')).toEqual(['/home/me', '/home-me', '/home_me', '/home.me']);
	expect(decodings('a-'.repeat(30))).toEqual([]);
});
