import {expect, test} from 'vitest';
import {describeCrash} from '../../source/terminal/guard-exits.ts';

test('a crash is told with its message and its place, and nothing that steers a terminal', () => {
	const told = describeCrash(new Error('broke \u001B[2J\u0007here'));
	expect(told).toMatch(/^recollect: .*broke here\n/);
	expect(told).toContain('    at ');
	expect(told).not.toMatch(/[\u0007\u001B]/);
});

test('anything can be thrown', () => {
	expect(describeCrash('just words')).toContain('just words');
	expect(describeCrash(undefined)).toContain('undefined');
});
