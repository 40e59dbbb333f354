import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';

type Locked = {optionalDependencies?: Record<string, string>; resolved?: string};

const {packages} = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
	packages: Record<string, Locked>;
};

it('the lock file knows what every system needs, so that a clean install works on each', () => {
	const missing = Object.entries(packages).flatMap(([place, {optionalDependencies = {}}]) =>
		Object.keys(optionalDependencies).filter(
			name => !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`],
		),
	);
	expect(missing).toEqual([]);
});

it('the lock file names no registry', () => {
	expect(Object.values(packages).filter(({resolved}) => resolved?.startsWith('http'))).toEqual([]);
});
