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

test('where there is a log, its place is told instead', () => {
	const told = describeCrash(new Error('broke'), '/state/recollect.log');
	expect(told).toBe(
		'recollect: stopped by an error of its own: broke\nPlease report it with the end of /state/recollect.log\n',
	);
});
