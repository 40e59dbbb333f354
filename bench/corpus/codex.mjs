// Codex CLI: `.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`. Older threads in the legacy form (each visible
// thing twice), newer ones in the paginated form (numbered lines, items). Sub-agents and forks are files of their own.
import fs from 'node:fs';
import path from 'node:path';
import {LineWriter} from './line-writer.mjs';

const model = 'gpt-5.5';
// What the vendor sends with every session: the same text each time, and long.
const instructions =
	'You are a coding agent running in a terminal. You work with the person until the task is done. '.repeat(60);
const noTokens = {
	input_tokens: 0,
	cached_input_tokens: 0,
	cache_write_input_tokens: 0,
	output_tokens: 0,
	reasoning_output_tokens: 0,
	total_tokens: 0,
};

export function codexFile(home, id, time) {
	const stamp = new Date(time).toISOString();
	return path.join(
		home,
		'.codex/sessions',
		stamp.slice(0, 10).replaceAll('-', '/'),
		`rollout-${stamp.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`,
	);
}

class Rollout {
	constructor(out, session, random, {id, isPaginated, ordinal = 0}) {
		this.out = out;
		this.session = session;
		this.random = random;
		this.id = id;
		this.isPaginated = isPaginated;
		this.ordinal = ordinal;
		this.total = {...noTokens};
	}

	line(time, type, payload) {
		const timestamp = new Date(time).toISOString();
		this.out.line(this.isPaginated ? {timestamp, ordinal: this.ordinal++, type, payload} : {timestamp, type, payload});
	}

	event(time, type, fields) {
		this.line(time, 'event_msg', {type, ...fields});
	}

	item(time, item) {
		this.event(time, 'item_completed', {
			thread_id: this.id,
			turn_id: this.turnId,
			item,
			started_at_ms: time,
			completed_at_ms: time,
		});
	}

	response(time, type, fields) {
		this.line(time, 'response_item', {
			type,
			...fields,
			internal_chat_message_metadata_passthrough: {turn_id: this.turnId},
		});
	}

	meta(time, more) {
		const {project} = this.session;
		this.line(time, 'session_meta', {
			session_id: this.id,
			id: this.id,
			timestamp: new Date(time).toISOString(),
			cwd: project.path,
			originator: 'codex-tui',
			cli_version: this.isPaginated ? '0.166.0' : '0.140.0',
			source: 'cli',
			thread_source: 'user',
			model_provider: 'openai',
			base_instructions: {text: instructions},
			...(this.isPaginated ? {history_mode: 'paginated', context_window: {window_id: this.random.uuid7(time)}} : {}),
			git: {commit_hash: this.random.hex(40), branch: project.branch},
			...more,
		});
	}

	begin(time) {
		this.turnId = this.random.uuid7(time);
		const cwd = this.session.project.path;
		this.event(time, 'task_started', {
			turn_id: this.turnId,
			started_at: Math.floor(time / 1000),
			model_context_window: 258_400,
			collaboration_mode_kind: 'default',
		});
		if (this.ordinal < 5 && !this.isOpened) {
			this.isOpened = true;
			this.response(time, 'message', {
				role: 'developer',
				content: [
					{
						type: 'input_text',
						text: `<permissions instructions>\n${instructions.slice(0, 2500)}\n</permissions instructions>`,
					},
				],
			});
			this.response(time, 'message', {
				role: 'user',
				content: [
					{
						type: 'input_text',
						text: `<environment_context>\n  <cwd>${cwd}</cwd>\n  <shell>bash</shell>\n</environment_context>`,
					},
				],
			});
		}
		this.line(time, 'turn_context', {
			turn_id: this.turnId,
			cwd,
			approval_policy: 'on-request',
			sandbox_policy: {type: 'workspace-write', network_access: false},
			model,
			summary: 'auto',
		});
	}

	turn(turn, spawn) {
		this.begin(turn.time);
		this.#prompt(turn);
		for (const step of turn.steps) this.#step(step);
		if (spawn) spawn(turn.end - 1500);
		this.finish(turn);
	}

	finish(turn) {
		this.#say(turn.end, turn.answer);
		this.#tokens(turn.end);
		this.event(turn.end + 5, 'task_complete', {
			turn_id: this.turnId,
			last_agent_message: turn.answer,
			completed_at: Math.floor(turn.end / 1000),
			duration_ms: turn.end - turn.time,
		});
	}

	#prompt({prompt, images, time}) {
		const pictures = images.map(({type, data}) => `data:${type};base64,${data}`);
		this.response(time, 'message', {
			role: 'user',
			content: [{type: 'input_text', text: prompt}, ...pictures.map(url => ({type: 'input_image', image_url: url}))],
		});
		if (this.isPaginated)
			this.item(time + 1, {
				type: 'UserMessage',
				id: this.random.uuid7(time),
				content: [{type: 'text', text: prompt, text_elements: []}],
			});
		else this.event(time + 1, 'user_message', {message: prompt, images: pictures, local_images: [], text_elements: []});
	}

	#say(time, text) {
		const id = `msg_${this.random.hex(32)}`;
		if (this.isPaginated) this.item(time, {type: 'AgentMessage', id, content: [{type: 'Text', text}]});
		else this.event(time, 'agent_message', {message: text});
		this.response(time + 1, 'message', {id, role: 'assistant', content: [{type: 'output_text', text}]});
	}

	#think(time, text) {
		const id = `rs_${this.random.hex(32)}`;
		if (this.isPaginated) this.item(time, {type: 'Reasoning', id, summary_text: [text], raw_content: []});
		else this.event(time, 'agent_reasoning', {text});
		this.response(time, 'reasoning', {
			id,
			summary: [{type: 'summary_text', text}],
			encrypted_content: this.random.letters(200),
		});
	}

	#step(step) {
		const {random} = this;
		if (step.thinking !== undefined) this.#think(step.time, step.thinking);
		if (step.text !== undefined) this.#say(step.time + 50, step.text);
		const call = `call_${random.letters(24)}`;
		const exit = step.isError ? 1 : 0;
		if (step.kind === 'edit' || step.kind === 'write') {
			this.response(step.time + 100, 'custom_tool_call', {
				status: 'completed',
				call_id: call,
				name: 'apply_patch',
				input: patch(step),
			});
			if (this.isPaginated)
				this.item(step.end - 1, {
					type: 'FileChange',
					id: call,
					changes: {[step.path]: changeOf(step)},
					status: 'completed',
					stdout: `Success. Updated the following files:\nM ${step.path}\n`,
					stderr: '',
				});
			this.response(step.end, 'custom_tool_call_output', {
				call_id: call,
				output: `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${step.path}\n`,
			});
		} else {
			const command =
				step.kind === 'read'
					? `sed -n 1,400p ${step.path}`
					: step.kind === 'grep'
						? `rg -n ${step.pattern}`
						: step.command;
			this.response(step.time + 100, 'function_call', {
				name: 'exec_command',
				arguments: JSON.stringify({cmd: command}),
				call_id: call,
			});
			if (this.isPaginated)
				this.item(step.end - 1, {
					type: 'CommandExecution',
					id: call,
					process_id: String(random.below(90_000)),
					command: ['/bin/bash', '-lc', command],
					cwd: `file://${this.session.project.path}`,
					parsed_cmd: [{type: 'unknown', cmd: command}],
					source: 'unified_exec_startup',
					status: exit === 0 ? 'completed' : 'failed',
					aggregated_output: step.output,
					exit_code: exit,
					duration: {secs: 0, nanos: random.below(1e9)},
				});
			this.response(step.end, 'function_call_output', {
				call_id: call,
				output: `Chunk ID: ${random.hex(6)}\nWall time: 0.0${random.below(900)} seconds\nProcess exited with code ${exit}\nOriginal token count: ${step.output.length >> 2}\nOutput:\n${step.output}`,
			});
		}
		this.#tokens(step.end);
	}

	#tokens(time) {
		const {random, total} = this;
		const last = {...noTokens, input_tokens: random.below(20_000), output_tokens: random.below(900)};
		last.total_tokens = last.input_tokens + last.output_tokens;
		for (const key of Object.keys(total)) total[key] += last[key];
		this.event(time, 'token_count', {
			info: {total_token_usage: total, last_token_usage: last, model_context_window: 258_400},
			rate_limits: null,
		});
	}
}

function patch(step) {
	const prefixed = (text, sign) =>
		text
			.replace(/\n$/, '')
			.split('\n')
			.map(line => sign + line)
			.join('\n');
	if (step.kind === 'write')
		return `*** Begin Patch\n*** Add File: ${step.path}\n${prefixed(step.content, '+')}\n*** End Patch\n`;
	return `*** Begin Patch\n*** Update File: ${step.path}\n@@\n${prefixed(step.old, '-')}\n${prefixed(step.new, '+')}\n*** End Patch\n`;
}

function changeOf(step) {
	if (step.kind === 'write') return {type: 'add', content: step.content};
	return {
		type: 'update',
		unified_diff: `@@ -1 +1 @@\n-${step.old.slice(0, 200)}\n+${step.new.slice(0, 200)}\n`,
		move_path: null,
	};
}

export function writeCodex(session, {home, converse, random}) {
	const {id, forkOf, isRecent: isPaginated} = session;
	const file = codexFile(home, id, session.time);
	const out = new LineWriter(file);
	const talk = converse(session);
	const written = {file, files: [file], bytes: 0, subagents: []};
	const base = forkOf?.forkPoint;
	const rollout = new Rollout(out, session, random, {id, isPaginated, ordinal: base?.ordinal});
	rollout.isOpened = base !== undefined;
	rollout.meta(
		session.time,
		base === undefined
			? {}
			: {
					forked_from_id: forkOf.id,
					forked_from_ordinal_exclusive: base.ordinal,
					history_base: {thread_id: forkOf.id, end_ordinal_exclusive: base.ordinal, end_byte_offset: base.offset},
				},
	);
	let waiting = session.subagents;
	do {
		const turn = talk.turn();
		const isSpawning = waiting > 0;
		if (isSpawning) waiting--;
		rollout.turn(
			turn,
			isSpawning ? time => spawn(rollout, session, {home, converse, random, written}, time) : undefined,
		);
		if (session.isForked && talk.turns === 1)
			session.forkPoint = {ordinal: rollout.ordinal, offset: out.flush(), prompts: talk.prompts};
	} while (out.size < session.target || talk.isPending || waiting > 0);
	written.bytes += out.close(talk.clock);
	return {...written, talk, end: talk.clock, shared: base?.prompts ?? 0};
}

/** A sub-agent: a call and an activity in the parent, a rollout that names it. */
function spawn(rollout, session, {home, converse, random, written}, time) {
	const begun = time - 60_000;
	const id = random.uuid7(begun);
	const call = `call_${random.letters(24)}`;
	const task = `task_${random.hex(4)}`;
	const file = codexFile(home, id, begun);
	const out = new LineWriter(file);
	const needles =
		written.subagents.length > 0
			? []
			: session.needles.filter(({where}) => where === 'subagent').map(needle => ({...needle, where: 'answer'}));
	const talk = converse(session, {time: begun, needles, isSubagent: true});
	const turn = talk.turn();
	const child = new Rollout(out, session, random, {id, isPaginated: true});
	const agent = {agent_nickname: 'Carson', agent_path: `/root/${task}`};
	child.meta(begun, {
		session_id: rollout.id,
		parent_thread_id: rollout.id,
		source: {subagent: {thread_spawn: {parent_thread_id: rollout.id, depth: 1, ...agent, agent_role: null}}},
		thread_source: 'subagent',
		...agent,
		multi_agent_version: 'v2',
	});
	child.begin(begun + 100);
	child.response(begun + 200, 'agent_message', {
		id: `amsg_${random.uuid7(begun)}`,
		author: '/root',
		recipient: agent.agent_path,
		content: [
			{
				type: 'input_text',
				text: `Message Type: NEW_TASK\nTask name: ${agent.agent_path}\nSender: /root\nPayload:\n${turn.prompt}`,
			},
		],
	});
	child.finish(turn);
	rollout.response(time, 'function_call', {
		name: 'spawn_agent',
		namespace: 'collaboration',
		arguments: JSON.stringify({message: turn.prompt, task_name: task, fork_turns: 'none'}),
		call_id: call,
	});
	rollout.item(time + 10, {
		type: 'SubAgentActivity',
		model,
		id: call,
		kind: 'started',
		agent_thread_id: id,
		agent_path: agent.agent_path,
	});
	rollout.response(time + 20, 'function_call_output', {
		call_id: call,
		output: JSON.stringify({task_name: agent.agent_path}),
	});
	written.bytes += out.close(talk.clock);
	written.files.push(file);
	written.subagents.push({id, parent: rollout.id, file, messages: 2, prompts: 1, report: ''});
}

/** The names that people gave to their threads. */
export function writeCodexNames(home, sessions) {
	const named = sessions.filter(({agent, title}) => agent === 'codex' && title !== undefined);
	const lines = named.map(
		({id, title, time}) => `${JSON.stringify({id, thread_name: title, updated_at: new Date(time).toISOString()})}\n`,
	);
	fs.mkdirSync(path.join(home, '.codex'), {recursive: true});
	fs.writeFileSync(path.join(home, '.codex/session_index.jsonl'), lines.join(''));
}
