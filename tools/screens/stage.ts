import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * A copy of the built program with the demo sessions beside it, whose files are as old as their story: files that are newer
 * than the clock would be looked at again and again. Gives the program's file, and a way to clear up.
 */
export function stageProgram(before: string): {cli: string; remove: () => void} {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-screens-'));
	fs.cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), {recursive: true});
	const demo = path.join(folder, 'fixtures', 'demo');
	fs.cpSync(path.join(root, 'fixtures', 'demo'), demo, {recursive: true});
	const time = new Date(Date.parse(before) - 60_000);
	for (const name of fs.readdirSync(demo, {recursive: true, encoding: 'utf8'}).reverse())
		fs.utimesSync(path.join(demo, name), time, time);
	fs.utimesSync(demo, time, time);
	// What stays outside the bundle is found where it always is.
	fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
	return {
		cli: path.join(folder, 'dist', 'cli.js'),
		remove: () => fs.rmSync(folder, {recursive: true, force: true}),
	};
}
