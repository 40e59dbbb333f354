// Cursor CLI: `.cursor/chats/<md5 of the folder>/<chat>/store.db`: blobs named by their hash, and roots that order them.
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {LineWriter, makeFolder} from './line-writer.mjs';

function varint(value) {
	const bytes = [];
	let rest = value;
	for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
	return Buffer.from([...bytes, rest]);
}

/** A field of a protobuf message: bytes, text or a number. */
function field(number, value) {
	if (typeof value === 'number') return Buffer.concat([varint(number * 8), varint(value)]);
	const bytes = typeof value === 'string' ? Buffer.from(value) : value;
	return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

const join = (...fields) => Buffer.concat(fields);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function human(time) {
	const date = new Date(time);
	const hour = date.getUTCHours();
	return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}, ${hour % 12 || 12}:${String(date.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'} (UTC+0)`;
}

export function writeCursor(session, {home, converse, random}) {
	const cwd = session.project.path;
	const folder = path.join(home, '.cursor/chats', createHash('md5').update(cwd).digest('hex'), session.id);
	const file = path.join(folder, 'store.db');
	makeFolder(folder);
	const database = new Libsql(file);
	database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0');
	database.exec(
		'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)',
	);
	const insert = database.prepare('INSERT OR IGNORE INTO blobs VALUES (?, ?)');
	database.exec('BEGIN');
	let size = 0;
	const blob = data => {
		const hash = createHash('sha256').update(data).digest();
		insert.run(hash.toString('hex'), data);
		size += data.length + 140;
		return hash;
	};
	const messages = [];
	const message = value => messages.push(field(1, blob(Buffer.from(JSON.stringify(value)))));
	const turns = [];
	const transcript = session.hasTranscript
		? new LineWriter(
				path.join(
					home,
					'.cursor/projects',
					cwd.slice(1).replace(/[^A-Za-z0-9]/g, '-'),
					'agent-transcripts',
					session.id,
					`${session.id}.jsonl`,
				),
			)
		: undefined;
	const shown = (role, content) => transcript?.line({role, message: {content}});
	const talk = converse(session);
	let root;
	message({role: 'system', content: 'You are an AI coding assistant.'});
	message({role: 'user', content: `<user_info>\nOS Version: linux\nWorkspace Path: ${cwd}\n</user_info>`});
	do {
		const turn = talk.turn();
		const asked = `<timestamp>${human(turn.time)}</timestamp>\n<user_query>\n${turn.prompt}\n</user_query>`;
		const pictures = turn.images.map(({type, data}) => ({type: 'image', image: data, mimeType: type}));
		message({role: 'user', content: [{type: 'text', text: asked}, ...pictures]});
		shown('user', [{type: 'text', text: asked}]);
		const steps = [];
		const step = value => steps.push(field(2, blob(value)));
		for (const {time, end, thinking, text, output, isError, ...rest} of turn.steps) {
			const id = `toolu_01${random.letters(22)}`;
			const {name, number, args, first} = call(rest);
			const content = [];
			if (thinking !== undefined) {
				content.push({type: 'reasoning', text: thinking, signature: random.letters(60)});
				step(field(3, join(field(1, thinking), field(2, 900), field(3, time), field(4, time + 900))));
			}
			if (text !== undefined) {
				content.push({type: 'text', text});
				step(field(1, join(field(1, text), field(2, time + 1000))));
			}
			message({
				role: 'assistant',
				id: '1',
				content: [...content, {type: 'tool-call', toolCallId: id, toolName: name, args}],
			});
			message({
				role: 'tool',
				id,
				content: [{type: 'tool-result', toolCallId: id, toolName: name, result: output}],
				providerOptions: {cursor: {highLevelToolCallResult: {output: {success: {executionTime: end - time}}, isError}}},
			});
			step(field(2, join(field(number, field(1, field(1, first))), field(57, id), field(59, end))));
			shown('assistant', [
				...(text === undefined ? [] : [{type: 'text', text}]),
				{type: 'tool_use', name, input: args},
			]);
		}
		message({role: 'assistant', id: '1', content: [{type: 'text', text: turn.answer}]});
		step(field(1, join(field(1, turn.answer), field(2, turn.end))));
		shown('assistant', [{type: 'text', text: turn.answer}]);
		transcript?.line({type: 'turn_ended', status: 'success'});
		const user = blob(join(field(1, turn.prompt), field(2, random.uuid()), field(4, 1), field(25, turn.time)));
		turns.push(field(8, blob(field(1, blob(join(field(1, user), ...steps, field(3, random.uuid()), field(5, 3)))))));
		// Every turn leaves a root; the older ones stay where they are.
		root = blob(
			join(
				...messages,
				field(5, join(field(1, 12_315), field(2, 200_000))),
				...turns,
				field(9, `file://${cwd}`),
				field(21, join(field(1, cwd), field(2, session.project.branch))),
				field(22, 'cli'),
				field(26, session.time),
			),
		);
	} while (size < session.target || talk.isPending);
	const meta = {
		agentId: session.id,
		latestRootBlobId: root.toString('hex'),
		name: 'New Agent',
		mode: 'default',
		createdAt: session.time,
		lastUsedModel: 'composer-1',
	};
	database.prepare('INSERT INTO meta VALUES (?, ?)').run('0', Buffer.from(JSON.stringify(meta)).toString('hex'));
	database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
	database.close();
	for (const suffix of ['-wal', '-shm']) fs.rmSync(file + suffix, {force: true});
	const sidecar = {
		schemaVersion: 1,
		createdAtMs: session.time,
		updatedAtMs: talk.clock,
		title: session.title ?? 'New Agent',
		hasConversation: true,
		cwd,
	};
	fs.writeFileSync(path.join(folder, 'meta.json'), JSON.stringify(sidecar));
	fs.utimesSync(file, talk.clock / 1000, talk.clock / 1000);
	const files = [file];
	let bytes = fs.statSync(file).size;
	if (transcript) {
		bytes += transcript.close(talk.clock);
		files.push(transcript.file);
	}
	return {file, files, bytes, subagents: [], talk, end: talk.clock};
}

function call({kind, path: file, ...step}) {
	switch (kind) {
		case 'read':
			return {name: 'Read', number: 8, args: {path: file}, first: file};
		case 'edit':
			return {
				name: 'StrReplace',
				number: 12,
				args: {file_path: file, old_string: step.old, new_string: step.new},
				first: file,
			};
		case 'write':
			return {name: 'Write', number: 12, args: {path: file, contents: step.content}, first: file};
		case 'grep':
			return {name: 'Grep', number: 5, args: {pattern: step.pattern}, first: step.pattern};
		default:
			return {name: 'Shell', number: 1, args: {command: step.command, description: 'Run it'}, first: step.command};
	}
}
