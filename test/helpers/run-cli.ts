import {spawn} from 'node:child_process';
import path from 'node:path';

const cli = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

export type CliRun = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

/** Runs the built program without a terminal; `npm test` builds it first. */
export function runCli(
	args: readonly string[],
	env: Readonly<Record<string, string | undefined>> = {},
): Promise<CliRun> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [cli, ...args], {
			env: {...process.env, ...env},
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
