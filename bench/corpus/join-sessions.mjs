// One large session put together from small real ones, again and again under new ids, each going on where the one before
// ended. `node bench/corpus/join-sessions.mjs FOLDER OUT_HOME [MB]` takes every session of Claude Code and Codex CLI below a folder
// and prints the two files it made; `bench/export.mjs --markdown FILE …` measures them.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const [folder, home, megabytes = '100'] = process.argv.slice(2);
if (!home) {
	console.error('usage: join-sessions.mjs FOLDER OUT_HOME [MB]');
	process.exit(2);
}
const bytes = Number(megabytes) * 1e6;
const uuidIn = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
/** Fields that name a call, a message, a request or a record. */
const idFields = new Set([
	'id',
	'call_id',
	'tool_use_id',
	'toolUseID',
	'parentToolUseID',
	'sourceToolUseID',
	'requestId',
]);
const conversation = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);

function recordsOf(file) {
	const records = [];
	for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
		try {
			const record = JSON.parse(line);
			if (record && typeof record === 'object') records.push(record);
		} catch {
			// Blank, or cut off: what is joined shall be whole.
		}
	}
	return records;
}

/** A sample that somebody made for a parser says nothing about real ones. */
const isReal = records =>
	!records.some(record => Object.values(record.payload ?? {}).includes('[trimmed for fixture]'));
const isClaude = records => records.some(({type, uuid, message}) => type === 'assistant' && uuid && message);
const isCodex = records => records.some(({type, payload}) => type === 'response_item' && payload);

/** The same record of another round: ids that stand in several records stay the same in all of them. */
function renamed(record, round) {
	const other = id => {
		const hash = crypto.createHash('md5').update(`${round}${id}`).digest('hex');
		return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
	};
	return JSON.parse(JSON.stringify(record).replace(uuidIn, other), (name, value) =>
		typeof value === 'string' && idFields.has(name) && !value.match(uuidIn) ? `${value}-${round}` : value,
	);
}

function claudeRound(sessions, round, id, leaf) {
	const lines = [];
	for (const [number, records] of sessions.entries()) {
		const ids = new Set();
		const chain = records.filter(({type, uuid, isSidechain}) => conversation.has(type) && uuid && !isSidechain);
		for (const record of chain) {
			const isRoot = !ids.has(record.parentUuid) && record.subtype !== 'compact_boundary';
			ids.add(record.uuid);
			const {sessionId, ...rest} = renamed(record, `${round}-${number}`);
			const parentUuid = isRoot ? (leaf ?? null) : rest.parentUuid;
			lines.push(JSON.stringify({...rest, parentUuid, sessionId: id}));
			leaf = rest.uuid;
		}
	}
	return {lines, leaf};
}

function codexRound(sessions, round) {
	const lines = [];
	for (const [number, records] of sessions.entries())
		for (const record of records)
			if (record.type !== 'session_meta') lines.push(JSON.stringify(renamed(record, `${round}-${number}`)));
	return {lines};
}

function join(file, first, roundOf) {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	const out = fs.openSync(file, 'w');
	for (const line of first) fs.writeSync(out, `${JSON.stringify(line)}\n`);
	let size = 0;
	let leaf;
	for (let round = 0; size < bytes; round++) {
		const made = roundOf(round, leaf);
		leaf = made.leaf;
		for (const line of made.lines) {
			if (size >= bytes) break;
			size += fs.writeSync(out, `${line}\n`);
		}
	}
	fs.closeSync(out);
	console.log(file);
}

const files = fs
	.readdirSync(folder, {recursive: true, encoding: 'utf8'})
	.filter(name => name.endsWith('.jsonl') && !path.basename(name).startsWith('agent-'))
	.sort();
const all = files.map(name => recordsOf(path.join(folder, name))).filter(isReal);
const claude = all.filter(isClaude);
const codex = all.filter(isCodex);
const id = '0badcafe-0000-4000-8000-000000000001';
if (claude.length > 0)
	join(path.join(home, '.claude/projects/-home-user-joined', `${id}.jsonl`), [], (round, leaf) =>
		claudeRound(claude, round, id, leaf),
	);
if (codex.length > 0) {
	const meta = codex.flat().find(({type}) => type === 'session_meta');
	join(
		path.join(home, '.codex/sessions/2026/01/01', `rollout-2026-01-01T00-00-00-${id}.jsonl`),
		[{...meta, payload: {...meta.payload, id, forked_from_id: undefined}}],
		round => codexRound(codex, round),
	);
}
