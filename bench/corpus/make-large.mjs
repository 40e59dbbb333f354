// One session of hundreds of megabytes, as an agent leaves it that worked for weeks: the same every time.
import fs from 'node:fs';
import path from 'node:path';
import {LineWriter} from './line-writer.mjs';
import {Random} from './random.mjs';

const words =
	'retry socket backoff proxy handler test module parse stream cache index render branch commit merge token queue worker signal buffer 日本語 検索 résumé 🚀'.split(
		' ',
	);
const model = 'claude-sonnet-4-5';
const start = Date.UTC(2026, 0, 1);
const stamp = time => new Date(time).toISOString();

/** What the benchmark looks for on the screen. */
export const turnMark = turn => `Turn ${String(turn).padStart(6, '0')}`;
export const endMark = 'This is the very end of it.';

class Prose {
	constructor(random) {
		// Cut out of one long text: to draw each word would take minutes.
		this.random = random;
		let text = '';
		while (text.length < 1 << 20) text += `${random.pick(words)}${random.chance(0.08) ? '\n' : ' '}`;
		this.text = text;
	}

	of(length) {
		if (length > this.text.length) return this.text.repeat(Math.ceil(length / this.text.length)).slice(0, length);
		const from = this.random.below(this.text.length - length);
		return this.text.slice(from, from + length).toWellFormed();
	}
}

/** Most outputs are a few thousand characters, some are long, a few are pictures. */
function outputSize(random) {
	return Math.min(400_000, Math.round(random.lognormal(2500, 1.1)));
}

const usage = {
	input_tokens: 100,
	cache_creation_input_tokens: 10,
	cache_read_input_tokens: 1000,
	output_tokens: 50,
	service_tier: 'standard',
	cache_creation: {ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 10},
};

/** `detail`: how large outputs are; 0 makes a session of nothing but small records. */
function writeClaude(file, id, bytes, isSmall) {
	const random = new Random(7);
	const prose = new Prose(random);
	const out = new LineWriter(file);
	let leaf = null;
	let time = start;
	let turn = 0;
	let forkAt;
	const record = (type, more) => {
		time += 1000;
		const uuid = random.uuid();
		const head = {parentUuid: leaf, isSidechain: false, userType: 'external', cwd: '/home/user/large', sessionId: id};
		out.line({...head, version: '2.1.325', gitBranch: 'main', type, ...more, uuid, timestamp: stamp(time)});
		leaf = uuid;
	};
	const answer = (message, content) =>
		record('assistant', {message: {id: message, role: 'assistant', model, content: [content], usage}});
	const use = message => {
		const call = `toolu_${random.letters(24)}`;
		const isEdit = random.chance(0.2);
		const old = prose.of(300);
		answer(message, {
			type: 'tool_use',
			id: call,
			name: isEdit ? 'Edit' : 'Bash',
			input: isEdit
				? {file_path: `/home/user/large/src/${random.pick(words)}.ts`, old_string: old, new_string: prose.of(400)}
				: {command: `npm test -- ${prose.of(20).trim()}`},
		});
		const output = prose.of(isSmall ? 60 : outputSize(random));
		const isPicture = !isSmall && random.chance(0.0005);
		const content = isPicture
			? [{type: 'image', source: {type: 'base64', media_type: 'image/png', data: random.base64(600_000)}}]
			: output;
		record('user', {
			message: {
				role: 'user',
				content: [{type: 'tool_result', tool_use_id: call, content, is_error: random.chance(0.05)}],
			},
			toolUseResult: isPicture ? {type: 'image'} : {stdout: output, stderr: '', interrupted: false},
		});
	};
	const oneTurn = () => {
		turn++;
		record('user', {message: {role: 'user', content: `${turnMark(turn)}: ${prose.of(120).trim()}`}});
		const message = `msg_${random.letters(24)}`;
		answer(message, {type: 'thinking', thinking: prose.of(isSmall ? 100 : 500), signature: 'c2ln'});
		for (let step = random.between(1, 5); step > 0; step--) use(message);
		const isLast = out.size >= bytes;
		const text = `Done with ${turnMark(turn)}. ${prose.of(isSmall ? 100 : 900)}${isLast ? `\n\n${endMark}` : ''}`;
		answer(`${message}b`, {type: 'text', text});
	};
	while (out.size < bytes) {
		// From time to time the person takes back a turn, and the context is summarised.
		if (turn % 700 === 350) forkAt = leaf;
		oneTurn();
		if (forkAt && turn % 700 === 352) [leaf, forkAt] = [forkAt, undefined];
		if (turn % 400 === 399) {
			const before = leaf;
			leaf = null;
			const metadata = {trigger: 'auto', preTokens: 150_000, postTokens: 9000};
			record('system', {
				subtype: 'compact_boundary',
				logicalParentUuid: before,
				compactMetadata: metadata,
				content: '',
			});
			const content = `This session is being continued from a previous conversation. ${prose.of(3000)}`;
			record('user', {isCompactSummary: true, message: {role: 'user', content}});
		}
	}
	out.close(time);
	return turn;
}

function writeCodex(file, id, bytes) {
	const random = new Random(8);
	const prose = new Prose(random);
	const out = new LineWriter(file);
	let time = start;
	let turn = 0;
	const line = (type, payload) => {
		time += 500;
		out.line({timestamp: stamp(time), type, payload});
	};
	const item = payload => line('response_item', payload);
	const meta = {
		id,
		timestamp: stamp(start),
		cwd: '/home/user/large',
		originator: 'codex_cli_rs',
		cli_version: '0.140.0',
	};
	line('session_meta', {...meta, source: 'cli'});
	while (out.size < bytes) {
		turn++;
		const prompt = `${turnMark(turn)}: ${prose.of(120).trim()}`;
		line('turn_context', {cwd: '/home/user/large', approval_policy: 'never', model: 'gpt-5.5', summary: 'auto'});
		item({type: 'message', role: 'user', content: [{type: 'input_text', text: prompt}]});
		line('event_msg', {type: 'user_message', message: prompt});
		item({
			type: 'reasoning',
			summary: [{type: 'summary_text', text: prose.of(300)}],
			encrypted_content: random.base64(900),
		});
		for (let step = random.between(1, 5); step > 0; step--) {
			const call = `call_${random.letters(24)}`;
			const isPatch = random.chance(0.2);
			const patch = `*** Begin Patch\n*** Update File: src/${random.pick(words)}.ts\n@@\n-${random.pick(words)}\n+${random.pick(words)}\n*** End Patch`;
			if (isPatch)
				item({type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: call, status: 'completed'});
			else
				item({
					type: 'function_call',
					name: 'exec_command',
					arguments: JSON.stringify({cmd: 'npm test'}),
					call_id: call,
				});
			const output = `Process exited with code 0\nOutput:\n${prose.of(outputSize(random))}`;
			item({type: isPatch ? 'custom_tool_call_output' : 'function_call_output', call_id: call, output});
			line('event_msg', {type: 'token_count', info: null, rate_limits: null});
		}
		const isLast = out.size >= bytes;
		const answer = `Done with ${turnMark(turn)}. ${prose.of(900)}${isLast ? `\n\n${endMark}` : ''}`;
		line('event_msg', {type: 'agent_message', message: answer});
		item({type: 'message', role: 'assistant', content: [{type: 'output_text', text: answer}]});
	}
	out.close(time);
	return turn;
}

/** Makes it unless it is there; tells how many turns it has. `kind`: claude, claude-small, codex. */
export function makeLarge(home, kind, bytes) {
	const known = path.join(home, 'large.json');
	if (fs.existsSync(known)) return JSON.parse(fs.readFileSync(known, 'utf8'));
	fs.rmSync(home, {recursive: true, force: true});
	const id = new Random(kind.length).uuid();
	const file =
		kind === 'codex'
			? path.join(home, '.codex/sessions/2026/01/01', `rollout-2026-01-01T00-00-00-${id}.jsonl`)
			: path.join(home, '.claude/projects/-home-user-large', `${id}.jsonl`);
	const turns = kind === 'codex' ? writeCodex(file, id, bytes) : writeClaude(file, id, bytes, kind === 'claude-small');
	const made = {id, file, turns, bytes: fs.statSync(file).size};
	fs.writeFileSync(known, JSON.stringify(made));
	return made;
}
