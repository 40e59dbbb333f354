import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {answer, user} from './claude-session.ts';
import {fixtureHome} from './fixture-home.ts';
import {lines, project, writeRaw} from './raw-session.ts';

/** A file name that would take over a terminal, if it were printed as it is. */
export const hostileName = 'a\u001B]0;owned\u0007\u001B[2Jb\nc\u009B31m';

/** What must never be printed: everything that steers a terminal or turns text around. */
export const steering = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/;

/**
 * Everything at once that may go wrong in a store: damaged sessions of `fixtures/hostile`, and what no checkout can hold.
 * So many files are found, so many of them listed.
 */
export function hostileHome(): {home: string; found: number; listed: number} {
	const home = fixtureHome('hostile');
	const folder = path.join(home, '.claude', 'projects', project);
	const good = (name: string) =>
		lines(user(`${name}1`, null, `prompt of ${name}`), answer(`${name}2`, `${name}1`, 'yes'));

	writeRaw(home, `\uFEFF${good('bom')}`, 'bom.jsonl');
	writeRaw(home, good('crlf').replaceAll('\n', '\r\n'), 'crlf.jsonl');
	writeRaw(home, Buffer.from(good('latin').replace('prompt', 'pr\u00F6mpt'), 'latin1'), 'latin.jsonl');
	writeRaw(home, `${good('zero')}${'\u0000'.repeat(100)}`, 'zero.jsonl');
	writeRaw(home, `${good('deep')}${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}\n`, 'deep.jsonl');
	writeRaw(home, `${good('long')}${lines(user('long3', 'long2', 'x'.repeat(12_000_000)))}`, 'long.jsonl');
	writeRaw(home, good('hostile'), `${hostileName}.jsonl`);
	writeRaw(home, `${lines({type: 'mode'})}${'\u0000'.repeat(50)}`, 'no-words.jsonl');
	writeRaw(home, '\u0000'.repeat(500), 'only-zeros.jsonl');

	execFileSync('mkfifo', [path.join(folder, 'pipe.jsonl')]);
	fs.symlinkSync('pipe.jsonl', path.join(folder, 'link-to-pipe.jsonl'));
	fs.symlinkSync('/dev/zero', path.join(folder, 'device.jsonl'));
	fs.symlinkSync('nowhere', path.join(folder, 'dangling.jsonl'));
	fs.symlinkSync('loop.jsonl', path.join(folder, 'loop.jsonl'));
	fs.symlinkSync('..', path.join(folder, 'up'));
	fs.symlinkSync('/', path.join(folder, 'root'));
	fs.mkdirSync(path.join(folder, 'directory.jsonl'));

	// Of the fixtures five are sessions and four are not.
	return {home, found: 9 + 9 + 6, listed: 5 + 7};
}
