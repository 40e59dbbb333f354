/** Which part of the machine is searched, and for how long. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Session} from '../../source/model/session.ts';
import {isWithin, repositoryOf, scopeFolder} from '../../source/search/scope.ts';
import {withinTime} from '../../source/search/time-limit.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

describe('a scope', () => {
	it('is all, this folder, or the repository it lies in', () => {
		const root = temporaryDirectory();
		const deep = path.join(root, 'repo', 'packages', 'one');
		fs.mkdirSync(deep, {recursive: true});
		fs.mkdirSync(path.join(root, 'repo', '.git'));
		expect(scopeFolder('all', deep)).toBeUndefined();
		expect(scopeFolder('here', deep)).toBe(deep);
		expect(scopeFolder('repository', deep)).toBe(path.join(root, 'repo'));
		// A worktree, and a submodule, have a file there.
		fs.writeFileSync(path.join(deep, '.git'), 'gitdir: elsewhere');
		expect(repositoryOf(deep)).toBe(deep);
		const none = path.join(root, 'nothing');
		if (repositoryOf(root) === undefined) expect(scopeFolder('repository', none)).toBe(none);
	});

	it.each([
		['/srv/app', undefined, true],
		['/srv/app/src', undefined, true],
		['/srv/application', undefined, false],
		['/srv', undefined, false],
		['/elsewhere', '/srv/app/src', true],
		[undefined, undefined, false],
	])('holds a session that was in %s and %s: %s', (cwd, latestCwd, isIn) => {
		expect(isWithin({cwd, latestCwd} as Session, '/srv/app')).toBe(isIn);
	});

	it('of the root holds everything that was anywhere', () => {
		expect(isWithin({cwd: '/srv'} as Session, '/')).toBe(true);
		expect(isWithin({} as Session, '/')).toBe(false);
		expect(isWithin(undefined, '/')).toBe(false);
	});
});

describe('a limited time', () => {
	it('is enough for most, and ends what has no end', () => {
		expect(withinTime(1000, () => 7)).toEqual({value: 7});
		expect(withinTime(1000, () => undefined)).toEqual({value: undefined});
		expect(withinTime(20, () => /(a+)+$/.test(`${'a'.repeat(50)}!`))).toBeUndefined();
		expect(
			withinTime(20, () => {
				for (;;);
			}),
		).toBeUndefined();
		expect(withinTime(1000, () => withinTime(1000, () => 1)?.value)).toEqual({value: 1});
	});

	it('is no place for mistakes to hide', () => {
		expect(() =>
			withinTime(1000, () => {
				throw new TypeError('mine');
			}),
		).toThrow(new TypeError('mine'));
		expect(withinTime(1000, () => 1)).toEqual({value: 1});
	});
});
