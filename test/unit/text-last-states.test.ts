import {expect, test} from 'vitest';
import {lastStates} from '../../source/text/last-states.ts';

test('of lines that were drawn over and over the last state stays', () => {
	expect(lastStates('a\nb')).toBe('a\nb');
	expect(lastStates('a\r\nb\r\r\nc')).toBe('a\nb\nc');
	expect(lastStates('10%\r20%\r100%\ndone')).toBe('100%\ndone');
	expect(lastStates('10%\r20%\r')).toBe('20%');
	expect(lastStates('working\r\u001B[2K\r\u001B[32mok\u001B[0m\r\u001B[K\nnext')).toBe('\u001B[32mok\u001B[0m\nnext');
	expect(lastStates('\r\r')).toBe('');
});
