// Makes a home directory of sessions for the benchmark: the same every time, nothing of it real.
import fs from 'node:fs';
import path from 'node:path';

/** A small generator of pseudo-random numbers, so that every run measures the same files. */
function random(seed) {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const words =
	'retry socket backoff proxy handler test module parse stream cache index render branch commit merge token queue worker signal buffer 日本語 検索 résumé'.split(
		' ',
	);

function prose(next, length) {
	let text = '';
	while (text.length < length) text += `${words[Math.floor(next() * words.length)]} `;
	return text.slice(0, length);
}

function uuid(next) {
	const hex = Array.from({length: 32}, () => Math.floor(next() * 16).toString(16)).join('');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const start = Date.UTC(2026, 0, 1);

/** One turn of Claude Code: a prompt, thinking, a call with its result, an answer. */
function claudeTurn(next, session, parent, time, outputSize) {
	const stamp = offset => new Date(time + offset).toISOString();
	const envelope = (type, parentUuid, offset, more) => ({
		parentUuid,
		isSidechain: false,
		userType: 'external',
		cwd: session.cwd,
		sessionId: session.id,
		version: '2.1.325',
		gitBranch: 'main',
		type,
		...more,
		uuid: uuid(next),
		timestamp: stamp(offset),
	});
	const message = `msg_${uuid(next)}`;
	const call = `toolu_${uuid(next)}`;
	const usage = {input_tokens: 100, output_tokens: 50, cache_creation_input_tokens: 10, cache_read_input_tokens: 1000};
	const answer = content => ({
		message: {id: message, role: 'assistant', model: 'claude-sonnet-4-5', content: [content], usage},
	});
	const prompt = envelope('user', parent, 0, {message: {role: 'user', content: prose(next, 120)}});
	const thought = envelope(
		'assistant',
		prompt.uuid,
		1000,
		answer({type: 'thinking', thinking: prose(next, 400), signature: 's'}),
	);
	const tool = envelope(
		'assistant',
		thought.uuid,
		2000,
		answer({type: 'tool_use', id: call, name: 'Bash', input: {command: `npm test -- ${prose(next, 20)}`}}),
	);
	const output = prose(next, outputSize);
	const result = envelope('user', tool.uuid, 3000, {
		message: {
			role: 'user',
			content: [{type: 'tool_result', tool_use_id: call, content: output, is_error: next() < 0.05}],
		},
		toolUseResult: {stdout: output, stderr: '', interrupted: false},
	});
	const final = envelope('assistant', result.uuid, 4000, {
		message: {
			id: `${message}b`,
			role: 'assistant',
			model: 'claude-sonnet-4-5',
			content: [{type: 'text', text: prose(next, 900)}],
			usage,
		},
	});
	return [prompt, thought, tool, result, final];
}

/** One turn of Codex CLI in the legacy format: everything twice. */
function codexTurn(next, session, time, outputSize) {
	const line = (offset, type, payload) => ({timestamp: new Date(time + offset).toISOString(), type, payload});
	const prompt = prose(next, 120);
	const answer = prose(next, 900);
	const call = `call_${uuid(next)}`;
	return [
		line(0, 'turn_context', {
			cwd: session.cwd,
			approval_policy: 'never',
			sandbox_policy: {type: 'read-only'},
			model: 'gpt-5.5',
			summary: 'auto',
		}),
		line(1, 'response_item', {type: 'message', role: 'user', content: [{type: 'input_text', text: prompt}]}),
		line(2, 'event_msg', {type: 'user_message', message: prompt}),
		line(900, 'response_item', {
			type: 'function_call',
			name: 'exec_command',
			arguments: JSON.stringify({cmd: 'npm test'}),
			call_id: call,
		}),
		line(1900, 'response_item', {
			type: 'function_call_output',
			call_id: call,
			output: `Process exited with code 0\nOutput:\n${prose(next, outputSize)}`,
		}),
		line(2900, 'event_msg', {type: 'agent_message', message: answer}),
		line(2901, 'response_item', {type: 'message', role: 'assistant', content: [{type: 'output_text', text: answer}]}),
	];
}

function writeLines(file, lines) {
	fs.mkdirSync(path.dirname(file), {recursive: true});
	const fd = fs.openSync(file, 'w');
	let batch = '';
	let size = 0;
	for (const line of lines) {
		batch += `${JSON.stringify(line)}\n`;
		if (batch.length > 1 << 20) {
			size += fs.writeSync(fd, batch);
			batch = '';
		}
	}
	size += fs.writeSync(fd, batch);
	fs.closeSync(fd);
	return size;
}

function* claudeSession(next, session, bytes, outputSize) {
	let parent = null;
	let written = 0;
	for (let turn = 0; written < bytes; turn++) {
		const records = claudeTurn(next, session, parent, session.time + turn * 60_000, outputSize);
		parent = records.at(-1).uuid;
		written += 2 * outputSize + 4500;
		yield* records;
	}
}

function* codexSession(next, session, bytes, outputSize) {
	const at = new Date(session.time).toISOString();
	yield {
		timestamp: at,
		type: 'session_meta',
		payload: {
			id: session.id,
			timestamp: at,
			cwd: session.cwd,
			originator: 'codex_cli_rs',
			cli_version: '0.140.0',
			source: 'cli',
		},
	};
	let written = 0;
	for (let turn = 0; written < bytes; turn++) {
		written += outputSize + 3500;
		yield* codexTurn(next, session, session.time + turn * 60_000, outputSize);
	}
}

/** Sessions of both agents; most are small and a few large, as on real machines. */
export function makeCorpus(home, {files, bytes}) {
	const next = random(20261116);
	const mean = bytes / files;
	const all = [];
	for (let index = 0; index < files; index++) {
		const size = mean * (next() < 0.1 ? 6 : 0.445);
		const id = uuid(next);
		const time = start + index * 3_600_000;
		const project = `project-${index % 40}`;
		const session = {id, cwd: `/home/user/${project}`, time};
		const isCodex = index % 4 === 3;
		const stamp = new Date(time).toISOString();
		const file = isCodex
			? path.join(
					home,
					'.codex/sessions',
					stamp.slice(0, 10).replaceAll('-', '/'),
					`rollout-${stamp.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`,
				)
			: path.join(home, '.claude/projects', `-home-user-${project}`, `${id}.jsonl`);
		writeLines(file, (isCodex ? codexSession : claudeSession)(next, session, size, 2000 + Math.floor(next() * 6000)));
		all.push(file);
	}
	return all;
}

/** One session of Claude Code of a given size. */
export function makeLargeSession(home, bytes) {
	const next = random(7);
	const id = uuid(next);
	const session = {id, cwd: '/home/user/large', time: start};
	const file = path.join(home, '.claude/projects/-home-user-large', `${id}.jsonl`);
	writeLines(file, claudeSession(next, session, bytes, 6000));
	return {id, file};
}
