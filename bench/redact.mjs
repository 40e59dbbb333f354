// How fast secrets are taken out: 10 MB of recorded sessions as text, as values and as native records.
// `node bench/redact.mjs [FOLDER of sessions]`; without one it takes the fixtures.
import fs from 'node:fs';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {build} from 'esbuild';

const here = import.meta.dirname;
const bundle = path.join(here, '.work', 'redact.mjs');
const wanted = 10_000_000;

await build({
	entryPoints: [path.join(here, '..', 'source', 'redact', 'redactor.ts')],
	outfile: bundle,
	bundle: true,
	format: 'esm',
	platform: 'node',
	logLevel: 'error',
});
const {Redactor} = await import(bundle);

/** Lines of sessions as they lie on disk, in turns from all files, until there are 10 MB. */
function readLines(folder) {
	const files = fs
		.readdirSync(folder, {recursive: true})
		.filter(name => name.endsWith('.jsonl'))
		.map(name => fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter(isJson));
	const lines = [];
	for (let bytes = 0; bytes < wanted && files.length > 0; )
		for (const line of files.flat()) {
			if (bytes >= wanted) break;
			lines.push(line);
			bytes += Buffer.byteLength(line);
		}
	return lines;
}

function isJson(line) {
	try {
		return typeof JSON.parse(line) === 'object';
	} catch {
		return false;
	}
}

/** Processor time beside the clock: another program may be running. */
function measure(name, megabytes, work) {
	const redactor = new Redactor();
	const cpu = process.cpuUsage();
	const start = performance.now();
	work(redactor);
	const clock = performance.now() - start;
	const {user, system} = process.cpuUsage(cpu);
	const busy = (user + system) / 1000;
	const found = redactor.report().reduce((sum, {count}) => sum + count, 0);
	console.log(
		`${name.padEnd(28)} ${megabytes.toFixed(1)} MB  ${clock.toFixed(0).padStart(5)} ms  ${busy.toFixed(0).padStart(5)} ms busy  ${((1000 * megabytes) / clock).toFixed(0).padStart(5)} MB/s  ${found} replaced`,
	);
}

function each(items, work) {
	for (const item of items) work(item);
}

const lines = readLines(process.argv[2] ?? path.join(here, '..', 'fixtures'));
const records = lines.map(line => Buffer.from(line));
const values = lines.map(line => JSON.parse(line));
const text = lines.join('\n');
const picture = Buffer.from(Uint8Array.from({length: 7_500_000}, (_, at) => (at * 2654435761) >>> 13)).toString(
	'base64',
);
const megabytes = Buffer.byteLength(text) / 1e6;

measure('native records, first time', megabytes, redactor => each(records, record => redactor.record(record)));
measure('native records', megabytes, redactor => each(records, record => redactor.record(record)));
measure('values', megabytes, redactor => each(values, value => redactor.value(value)));
measure('one text', megabytes, redactor => redactor.text(text));
measure('one picture in base64', picture.length / 1e6, redactor => redactor.text(picture));
