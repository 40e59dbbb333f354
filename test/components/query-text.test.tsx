import {describe, expect, test} from 'vitest';
import {carryProblems} from '../../source/components/search/carry-problems.ts';
import {choicesLine} from '../../source/components/search/choices-line.ts';
import {worthAsking} from '../../source/components/search/worth-asking.ts';
import {widthOf} from '../../source/text/width.ts';
import {textOf} from '../helpers/fake-explorer.tsx';

const agents = ['claude', 'codex'];

describe('when a search is worth it', () => {
	test.each([
		['', false],
		['a', false],
		['ab', true],
		['a b', true],
		['漢', true],
		['한', true],
		['か', true],
		['agent:', 'broken'],
		['agent:claude', true],
		['agent:cl', 'broken'],
		['agent:gemini', true],
		['after:someday', 'broken'],
		['a agent:', false],
		['-x', false],
		['-xy', true],
		['/(/', 'broken'],
		['  ', false],
	] as const)('%j: %s', (text, wanted) => {
		expect(worthAsking(text, 'fuzzy', agents).ask).toBe(wanted);
	});

	test('an expression of one letter finds too much', () => {
		expect(worthAsking('a', 'regex', agents).ask).toBe(false);
		expect(worthAsking('a.', 'regex', agents).ask).toBe(true);
		expect(worthAsking('a(', 'regex', agents).ask).toBe('broken');
	});
});

describe('problems in a text that changes', () => {
	const problem = (start: number, end: number) => ({start, end, message: 'wrong'});

	test('stay where they are, or move with it', () => {
		expect(carryProblems([problem(2, 5)], 'a bcd e', 'a bcd ef')).toEqual([problem(2, 5)]);
		expect(carryProblems([problem(2, 5)], 'a bcd e', 'xa bcd e')).toEqual([problem(3, 6)]);
		expect(carryProblems([problem(2, 5)], 'a bcd e', 'a bcd e')).toEqual([problem(2, 5)]);
	});

	test('are gone when they were changed themselves', () => {
		expect(carryProblems([problem(2, 5)], 'a bcd e', 'a bxd e')).toEqual([]);
		expect(carryProblems([problem(2, 5)], 'a bcd e', '')).toEqual([]);
	});
});

test('the choice that was made stays in sight among many', () => {
	const choices = Array.from({length: 60}, (_, at) => `choice\u001B[2J-${at}`);
	for (const chosen of [-1, 0, 20, 59]) {
		const line = choicesLine({text: '', cursor: 0, choices, chosen, kind: 'value', start: 0, end: 0}, 60)!;
		expect(widthOf(textOf(line))).toBeLessThanOrEqual(60);
		expect(textOf(line)).not.toContain('\u001B');
		if (chosen >= 0) expect(line.find(({role}) => role === 'selection')?.text).toBe(`choice-${chosen}`);
	}
});
