import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');

/** A home directory made of fixtures: `dot-x` of each becomes `.x`. It is removed when the test ends. */
export function fixtureHome(...names: string[]): string {
	const home = temporaryDirectory();
	for (const name of names) {
		for (const entry of fs.readdirSync(path.join(fixtures, name))) {
			if (!entry.startsWith('dot-')) continue;
			const target = path.join(home, `.${entry.slice('dot-'.length)}`);
			fs.cpSync(path.join(fixtures, name, entry), target, {recursive: true});
		}
	}
	return home;
}

export function temporaryDirectory(): string {
	const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-test-'));
	onTestFinished(() => fs.rmSync(directory, {recursive: true, force: true}));
	return directory;
}
