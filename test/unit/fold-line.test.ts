import {describe, expect, test} from 'vitest';
import {foldLine} from '../../source/components/fold-line.ts';
import {lineWidth} from '../../source/components/line-tools.ts';
import type {Line} from '../../source/components/theme.ts';

const shown = (line: Line, columns: number, most = 20) =>
	foldLine(line, columns, most).map(row =>
		row
			.map(({text}) => text)
			.join('')
			.trimEnd(),
	);
const said = (text: string): Line => [{text: ' '}, {text, role: 'tool'}];

describe('a line that is too long', () => {
	test('stays one row where it fits', () => {
		expect(shown(said('all is well'), 12)).toEqual([' all is well']);
	});

	test('goes on below, between words', () => {
		expect(shown(said('one two three four'), 10)).toEqual([' one two', ' three', ' four']);
	});

	test('breaks a word that has no room, and leaves no row empty before it', () => {
		expect(shown(said('/tmp/a-long-name.md (2 KB)'), 10)).toEqual([' /tmp/a-lo', ' ng-name.m', ' d (2 KB)']);
	});

	test('never splits a wide letter', () => {
		const rows = foldLine(said('検索検索検索 🎉🎉 done'), 8, 20);
		expect(rows.every(row => lineWidth(row) <= 8)).toBe(true);
		expect(rows.flatMap(row => row.map(({text}) => text.trim())).join('')).toBe('検索検索検索🎉🎉done');
	});

	test('keeps a key beside what it does', () => {
		const asked: Line = [
			{text: ' Write over it?', role: 'tool'},
			{text: '   '},
			{text: 'y', role: 'key'},
			{text: ' yes', role: 'dim'},
			{text: '   '},
			{text: 'n', role: 'key'},
			{text: ' no', role: 'dim'},
		];
		expect(shown(asked, 19)).toEqual([' Write over it?', ' y yes   n no']);
	});

	test('has its beginning and its end where there is little room', () => {
		expect(shown(said('one two three four five six seven'), 8, 3)).toEqual([' one two', ' three …', ' seven']);
		expect(shown(said('one two three four'), 8, 1)).toEqual([' one tw…']);
	});
});
