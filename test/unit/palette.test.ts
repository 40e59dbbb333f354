import {afterEach, describe, expect, test} from 'vitest';
import {codesIn} from '../../source/components/palette.ts';
import {paint, setPalette} from '../../source/components/theme.ts';

afterEach(() => setPalette({background: 'dark', colors: 16}));

const dark = {background: 'dark', colors: 256} as const;
const light = {background: 'light', colors: 256} as const;
const light16 = {background: 'light', colors: 16} as const;

describe('a palette', () => {
	test('leaves everything as it is on a dark background', () => {
		expect(codesIn(dark, 'tool', [33, 39])).toEqual([33, 39]);
		expect(codesIn(dark, 'heading', ['1;94', '22;39'])).toEqual(['1;94', '22;39']);
	});

	test('has nothing bright on a light one, and no yellow where there is something better', () => {
		expect(codesIn(light, 'agent:cursor', [96, 39])).toEqual(['36', 39]);
		expect(codesIn(light, 'agent:pi', [97, 39])).toEqual(['30', 39]);
		expect(codesIn(light, 'marked', ['1;33', '22;39'])).toEqual(['1;38;5;94', '22;39']);
		expect(codesIn(light16, 'marked', ['1;33', '22;39'])).toEqual(['1;33', '22;39']);
		expect(codesIn(light16, 'agent:claude', [93, 39])).toEqual(['33', 39]);
		expect(codesIn(light, 'selection', [7, 27])).toEqual(['7', 27]);
		expect(codesIn(light, 'other', ['38;5;94', 39])).toEqual(['38;5;94', 39]);
	});

	test('gives way to what the user wants', () => {
		const own = {tool: 'blue', title: 'bright-red', dim: 'nonsense'};
		expect(codesIn({...light, own}, 'tool', [33, 39])).toEqual(['34', 39]);
		expect(codesIn({...dark, own}, 'title', [1, 22])).toEqual(['1;91', '22;39']);
		expect(codesIn({...dark, own}, 'dim', [2, 22])).toEqual([2, 22]);
	});
});

test('each agent has a colour of its own, on both backgrounds', () => {
	const agents = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'];
	for (const background of ['dark', 'light'] as const) {
		setPalette({background, colors: 16});
		const painted = agents.map(agent => paint({text: 'x', role: `agent:${agent}`}));
		expect(new Set(painted).size, background).toBe(agents.length);
	}
});

test('a new palette holds from the next painting on', () => {
	expect(paint({text: 'x', role: 'agent:pi'})).toBe('\u001B[97mx\u001B[39m');
	setPalette(light);
	expect(paint({text: 'x', role: 'agent:pi'})).toBe('\u001B[30mx\u001B[39m');
});
