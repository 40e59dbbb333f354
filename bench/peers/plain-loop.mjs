// The peer of everything that reads a whole home: every line of every file is read and parsed, nothing else is done.
// Databases: every row of every table, and what in it is JSON is parsed. `node bench/peers/plain-loop.mjs MANIFEST`.
import fs from 'node:fs';
import {performance} from 'node:perf_hooks';
import {fileURLToPath} from 'node:url';
import Libsql from 'libsql';

const chunk = 1 << 20;
const newline = 0x0a;
const openings = new Set(['{'.charCodeAt(0), '['.charCodeAt(0)]);

/** Memory stays small whatever the file's size: one chunk, and a line where it is longer than that. */
function parseLines(file, buffer) {
	const fd = fs.openSync(file, 'r');
	let records = 0;
	let rest;
	const parse = text => {
		for (const line of text.split('\n')) {
			if (line === '') continue;
			JSON.parse(line);
			records++;
		}
	};
	for (let read = fs.readSync(fd, buffer); read > 0; read = fs.readSync(fd, buffer)) {
		const bytes = buffer.subarray(0, read);
		const end = bytes.lastIndexOf(newline) + 1;
		const head = bytes.subarray(0, end);
		if (end > 0) parse((rest ? Buffer.concat([rest, head]) : head).toString('utf8'));
		const tail = Buffer.from(bytes.subarray(end));
		rest = end === 0 && rest ? Buffer.concat([rest, tail]) : tail;
	}
	if (rest) parse(rest.toString('utf8'));
	fs.closeSync(fd);
	return records;
}

function parseRows(file) {
	const database = new Libsql(`file:${file}?mode=ro&immutable=1`, {readonly: true});
	let records = 0;
	const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	for (const {name} of names) {
		for (const row of database.prepare(`SELECT * FROM "${name}"`).raw().iterate()) {
			records++;
			for (const value of row) {
				if (typeof value === 'string') {
					if (openings.has(value.charCodeAt(0))) JSON.parse(value);
				} else if (value instanceof Uint8Array && value[0] === 0x7b) JSON.parse(Buffer.from(value).toString('utf8'));
			}
		}
	}
	database.close();
	return records;
}

/** How many lines and rows these files have. */
export function plainLoop(files) {
	const buffer = Buffer.allocUnsafe(chunk);
	return files.reduce((sum, file) => sum + (file.endsWith('.db') ? parseRows(file) : parseLines(file, buffer)), 0);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const {files} = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
	const begun = performance.now();
	const records = plainLoop(files);
	console.log(JSON.stringify({files: files.length, records, seconds: (performance.now() - begun) / 1000}));
}
