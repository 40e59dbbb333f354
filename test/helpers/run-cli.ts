import {spawn} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll} from 'vitest';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** Nothing of the user's own is read or written by a test: neither his catalogue, nor his stars, nor his settings. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-cli-'));
afterAll(() => fs.rmSync(folder, {recursive: true, force: true}));
export const ownFolders = {
	RECOLLECT_CACHE: path.join(folder, 'cache'),
	XDG_STATE_HOME: path.join(folder, 'state'),
	XDG_CONFIG_HOME: path.join(folder, 'config'),
	RECOLLECT_CONFIG: '',
};

export type CliRun = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

/** Runs the built program without a terminal; `npm test` builds it first. */
export function runCli(
	args: readonly string[],
	env: Readonly<Record<string, string | undefined>> = {},
): Promise<CliRun> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [cli, ...args], {
			env: {...process.env, ...ownFolders, ...env},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let stdout = '';
		let stderr = '';
		child.stdout.setEncoding('utf8').on('data', text => {
			stdout += text;
		});
		child.stderr.setEncoding('utf8').on('data', text => {
			stderr += text;
		});
		child.on('error', reject);
		child.on('close', code => resolve({code, stdout, stderr}));
	});
}
