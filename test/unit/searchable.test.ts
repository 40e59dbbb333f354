import {describe, expect, it} from 'vitest';
import {keptEnd, searchableOf} from '../../source/catalog/fulltext/searchable.ts';
import type {Entry} from '../../source/model/entry.ts';

const locator = {path: '/fake', offset: 0, length: 1};
const result = (output: string): Entry => ({
	id: 'r',
	kind: 'tool_result',
	text: '',
	tool: {name: 'Bash', universal: 'bash', output},
	locator,
});

describe('what is indexed of an output', () => {
	it('is its words, without the colours of a terminal', () => {
		expect(searchableOf(result('\u001B[31mretry\u001B[0m failed'))?.text).toBe('retry failed');
	});

	it('is all of it up to twice the end that is kept, and two ends that no phrase joins beyond that', () => {
		const whole = 'a '.repeat(keptEnd);
		expect(searchableOf(result(whole))).toMatchObject({text: whole, isCut: false});
		const long = searchableOf(result(`${'a '.repeat(keptEnd)}b`))!;
		expect(long.isCut).toBe(true);
		expect(long.text).toMatch(/a\s+\uE000\s/);
		expect(long.text.endsWith('b')).toBe(true);
	});
});
