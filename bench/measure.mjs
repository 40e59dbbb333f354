// Runs a command and tells its time and its largest memory.
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import {performance} from 'node:perf_hooks';

/** The high-water mark of a process's memory in MB; undefined where the system does not tell. */
function peakMemory(pid) {
	try {
		const line = /VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
		return line ? Number(line[1]) / 1024 : undefined;
	} catch {
		return undefined;
	}
}

/** One run: seconds in all, seconds to the first byte, peak memory in MB. Output is read and thrown away. */
export function runOnce(command, args, options = {}) {
	return new Promise((resolve, reject) => {
		const begin = performance.now();
		const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'pipe'], ...options});
		let first;
		let bytes = 0;
		let memory = 0;
		let errors = '';
		const look = () => {
			memory = Math.max(memory, peakMemory(child.pid) ?? 0);
		};
		const timer = setInterval(look, 10);
		child.stdout?.on('data', chunk => {
			first ??= (performance.now() - begin) / 1000;
			bytes += chunk.length;
			look();
		});
		child.stderr.on('data', chunk => {
			errors += chunk;
		});
		child.on('error', reject);
		child.on('close', code => {
			clearInterval(timer);
			if (code !== 0 && !options.mayFail)
				reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${errors.slice(0, 500)}`));
			else resolve({seconds: (performance.now() - begin) / 1000, first, memory, bytes});
		});
	});
}

/** The best of several runs: what the work costs when nothing else disturbs it. */
export async function best(runs, command, args, options) {
	const results = [];
	for (let run = 0; run < runs; run++) results.push(await runOnce(command, args, options));
	const fastest = results.reduce((a, b) => (b.seconds < a.seconds ? b : a));
	const first = Math.min(...results.map(result => result.first ?? Number.POSITIVE_INFINITY));
	return {...fastest, first, memory: Math.max(...results.map(({memory}) => memory))};
}
