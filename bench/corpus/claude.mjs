// Claude Code 2.1: `.claude/projects/<folder>/<session>.jsonl`, sub-agents in files of their own below it.
import fs from 'node:fs';
import path from 'node:path';
import {LineWriter, makeFolder} from './line-writer.mjs';

const model = 'claude-sonnet-4-5';
const stamp = time => new Date(time).toISOString();

const versionOf = session => (session.isRecent ? '2.1.325' : '2.1.240');

/** The records of one file: the chain of a session or of a sub-agent. */
class Chain {
	constructor(out, session, random, agentId) {
		this.out = out;
		this.session = session;
		this.random = random;
		this.agentId = agentId;
		this.leaf = null;
		this.tail = JSON.stringify({
			userType: 'external',
			entrypoint: 'cli',
			cwd: session.project.path,
			sessionId: session.id,
			version: versionOf(session),
			gitBranch: session.project.branch,
		});
	}

	#head() {
		const head = {parentUuid: this.leaf, isSidechain: this.agentId !== undefined};
		if (this.agentId !== undefined) head.agentId = this.agentId;
		this.leaf = this.random.uuid();
		return head;
	}

	side(type, fields) {
		if (this.agentId === undefined) this.out.line({type, ...fields, sessionId: this.session.id});
	}

	user(content, time, more) {
		const head = this.#head();
		this.out.line(
			{
				...head,
				promptId: this.promptId,
				type: 'user',
				message: {role: 'user', content},
				uuid: this.leaf,
				timestamp: stamp(time),
				...more,
			},
			this.tail,
		);
	}

	answer(block, time, message, isLast) {
		const head = this.#head();
		const {usage} = message;
		this.out.line(
			{
				...head,
				message: {
					id: message.id,
					type: 'message',
					role: 'assistant',
					model,
					content: [block],
					stop_reason: isLast ? 'end_turn' : 'tool_use',
					stop_sequence: null,
					usage,
					stop_details: null,
				},
				apiBlockIndex: message.blocks++,
				requestId: message.request,
				requestedModel: model,
				type: 'assistant',
				uuid: this.leaf,
				timestamp: stamp(time),
				madeBy: 'model',
			},
			this.tail,
		);
	}

	attachment(attachment, time, text) {
		const head = this.#head();
		this.out.line(
			{
				...head,
				attachment,
				type: 'attachment',
				uuid: this.leaf,
				timestamp: stamp(time),
				rendered: [{content: `<system-reminder>\n${text}\n</system-reminder>`}],
				renderedRole: 'system',
			},
			this.tail,
		);
	}

	system(subtype, time, more) {
		const head = this.#head();
		this.out.line(
			{...head, type: 'system', subtype, ...more, timestamp: stamp(time), uuid: this.leaf, isMeta: false},
			this.tail,
		);
	}

	message() {
		const {random} = this;
		const written = random.below(2000);
		return {
			id: `msg_01${random.letters(22)}`,
			request: `req_011${random.letters(21)}`,
			blocks: 0,
			usage: {
				input_tokens: random.below(4000),
				cache_creation_input_tokens: random.below(3000),
				cache_read_input_tokens: random.below(150_000),
				output_tokens: written,
				server_tool_use: {web_search_requests: 0, web_fetch_requests: 0},
				service_tier: 'standard',
				cache_creation: {ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: written},
			},
		};
	}

	/** Newer versions keep what they sent to the API once more, in records that nobody reads. */
	request(content, time) {
		if (!this.session.isRecent || this.agentId !== undefined) return;
		const {random, out} = this;
		const hash = random.hex(64);
		out.line({type: 'api-request-blob', sessionId: this.session.id, hash, message: {role: 'user', content}});
		out.line({
			type: 'api-request',
			sessionId: this.session.id,
			id: random.uuid(),
			timestamp: stamp(time),
			version: versionOf(this.session),
			querySource: 'repl_main_thread',
			shapeHash: this.session.shape,
			params: {model, max_tokens: 32_000, thinking: {budget_tokens: 31_999, type: 'enabled', display: 'omitted'}},
			keep: 1,
			tail: [hash],
			requestDigest: random.hex(64),
		});
	}

	turn(turn, spawn) {
		const {random} = this;
		this.promptId = random.uuid();
		const content =
			turn.images.length === 0
				? turn.prompt
				: [
						{type: 'text', text: turn.prompt},
						...turn.images.map(({type, data}) => ({type: 'image', source: {type: 'base64', media_type: type, data}})),
					];
		this.user(
			content,
			turn.time,
			this.agentId === undefined
				? {permissionMode: 'default', origin: {kind: 'human'}, promptSource: 'typed', turnOrigin: 'human'}
				: {},
		);
		if (turn.isFirst && this.agentId === undefined) this.#opening(turn.time);
		this.request([{type: 'text', text: turn.prompt}], turn.time);
		for (const step of turn.steps) this.#step(step);
		if (spawn) spawn(turn.end - 1500);
		this.answer({type: 'text', text: turn.answer}, turn.end, this.message(), true);
		if (this.agentId !== undefined) return;
		this.system('turn_duration', turn.end + 10, {
			durationMs: turn.end - turn.time,
			messageCount: 2 + turn.steps.length * 2,
		});
		this.side('last-prompt', {lastPrompt: turn.prompt.slice(0, 200), leafUuid: this.leaf});
	}

	#opening(time) {
		const {project} = this.session;
		this.attachment(
			{
				type: 'environment',
				snapshot: {
					workingDirectory: project.path,
					isWorktree: false,
					isGitRepo: true,
					platform: 'linux',
					shell: 'bash',
				},
			},
			time,
			`# Environment\n - Primary working directory: ${project.path}\n - Is a git repository: true\n - Platform: linux\n - Shell: bash`,
		);
		this.attachment(
			{type: 'date', date: stamp(time).slice(0, 10)},
			time,
			`Today's date is ${stamp(time).slice(0, 10)}.`,
		);
		this.attachment(
			{type: 'total_tokens_reminder', text: '<total_tokens>15000000 tokens left</total_tokens>'},
			time,
			'<total_tokens>15000000 tokens left</total_tokens>',
		);
	}

	#step(step) {
		const {random} = this;
		const message = this.message();
		if (step.thinking !== undefined)
			this.answer({type: 'thinking', thinking: step.thinking, signature: random.letters(80)}, step.time, message);
		if (step.text !== undefined) this.answer({type: 'text', text: step.text}, step.time + 100, message);
		const id = `toolu_01${random.letters(22)}`;
		const {name, input, result, shown = step.output} = render(step);
		this.answer({type: 'tool_use', id, name, input}, step.time + 200, message);
		const block = {tool_use_id: id, type: 'tool_result', content: shown, ...(step.isError ? {is_error: true} : {})};
		// Files of sub-agents do not hold the result a second time.
		const more =
			this.agentId === undefined ? {toolUseResult: step.isError ? `Error: Exit code 1\n${step.output}` : result} : {};
		this.user([block], step.end, {...more, sourceToolAssistantUUID: this.leaf});
		this.request([block], step.end);
	}
}

function render(step) {
	const {kind, path: file, output} = step;
	switch (kind) {
		case 'read': {
			const lines = output.split('\n');
			const shown = lines.map((line, at) => `${String(at + 1).padStart(6)}\t${line}`).join('\n');
			const result = {
				type: 'text',
				file: {filePath: file, content: output, numLines: lines.length, startLine: 1, totalLines: lines.length},
			};
			return {name: 'Read', input: {file_path: file}, result, shown};
		}
		case 'edit': {
			const lines = [...step.old.split('\n').map(line => `-${line}`), ...step.new.split('\n').map(line => `+${line}`)];
			const result = {
				filePath: file,
				oldString: step.old,
				newString: step.new,
				originalFile: null,
				structuredPatch: [{oldStart: 12, oldLines: 4, newStart: 12, newLines: 5, lines}],
				userModified: false,
				replaceAll: false,
			};
			return {
				name: 'Edit',
				input: {replace_all: false, file_path: file, old_string: step.old, new_string: step.new},
				result,
			};
		}
		case 'write':
			return {
				name: 'Write',
				input: {file_path: file, content: step.content},
				result: {
					type: 'create',
					filePath: file,
					content: step.content,
					structuredPatch: [],
					originalFile: null,
					userModified: false,
				},
			};
		case 'grep':
			return {
				name: 'Grep',
				input: {pattern: step.pattern, output_mode: 'content', '-n': true},
				result: {mode: 'content', numFiles: 0, filenames: [], content: output, numLines: 20},
			};
		default:
			return {
				name: 'Bash',
				input: {command: step.command, description: 'Run it'},
				result: {stdout: output, stderr: '', interrupted: false, isImage: false, noOutputExpected: false},
			};
	}
}

export function writeClaude(session, {home, converse, random, prose}) {
	const folder = path.join(home, '.claude/projects', session.project.path.replace(/[^a-zA-Z0-9]/g, '-'));
	const file = path.join(folder, `${session.id}.jsonl`);
	const out = new LineWriter(file);
	const chain = new Chain(out, session, random);
	const talk = converse(session);
	const written = {file, files: [file], bytes: 0, subagents: []};
	if (session.isRecent) session.shape = random.hex(64);
	chain.side('mode', {mode: 'normal'});
	chain.side('permission-mode', {permissionMode: 'default'});
	const rewound = session.needles.find(({where}) => where === 'rewound');
	const rewinds = rewound !== undefined || session.rewinds;
	let waiting = session.subagents;
	let kept;
	do {
		const turn = talk.turn();
		turn.isFirst = talk.turns === 1;
		if (rewinds && talk.turns === 2 && rewound) turn.prompt += ` ${rewound.word}`;
		const isSpawning = waiting > 0;
		if (isSpawning) waiting--;
		if (rewinds && talk.turns === 3) {
			// Back to the end of the first turn: the second one stays in the file, on a branch of its own.
			chain.leaf = kept;
			chain.side('last-prompt', {leafUuid: '00000000-0000-0000-0000-000000000000', explicit: true});
		}
		if (session.compacts && talk.turns === 4) compact(chain, prose, turn.time - 2000);
		chain.turn(
			turn,
			isSpawning ? time => spawn(chain, session, {folder, converse, random, prose, written}, time) : undefined,
		);
		if (talk.turns === 1) kept = chain.leaf;
	} while (out.size < session.target || talk.isPending || waiting > 0 || (rewinds && talk.turns < 3));
	if (session.title !== undefined) {
		const isOwn = session.titleKind === 'custom';
		chain.side(isOwn ? 'custom-title' : 'ai-title', isOwn ? {customTitle: session.title} : {aiTitle: session.title});
	}
	written.bytes += out.close(talk.clock);
	// A prompt that was given up does not count.
	return {...written, talk, end: talk.clock, shared: rewinds ? -1 : 0};
}

function compact(chain, prose, time) {
	const before = chain.leaf;
	chain.leaf = null;
	chain.system('compact_boundary', time, {
		content: 'Conversation compacted',
		level: 'info',
		logicalParentUuid: before,
		compactMetadata: {trigger: 'auto', preTokens: 155_000, postTokens: 9000},
	});
	chain.user(
		`This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n${prose.text(3000)}`,
		time + 10,
		{isVisibleInTranscriptOnly: true, isCompactSummary: true},
	);
}

/** A sub-agent: a call in the parent, a file below it. */
function spawn(chain, session, {folder, converse, random, prose, written}, time) {
	const agentId = `a${random.hex(16)}`;
	const call = `toolu_01${random.letters(22)}`;
	const description = prose.phrase(3, 5);
	const below = path.join(folder, session.id, 'subagents');
	makeFolder(below);
	const file = path.join(below, `agent-${agentId}.jsonl`);
	const out = new LineWriter(file);
	const needles = session.needles
		.filter(({where}) => where === 'subagent')
		.map(needle => ({...needle, where: 'answer'}));
	if (written.subagents.length > 0) needles.length = 0;
	const talk = converse(session, {time: time - 60_000, needles, isSubagent: true});
	const turn = talk.turn();
	const inner = new Chain(out, session, random, agentId);
	inner.turn(turn);
	chain.answer(
		{
			type: 'tool_use',
			id: call,
			name: 'Agent',
			input: {description, prompt: turn.prompt, subagent_type: 'general-purpose'},
		},
		time,
		chain.message(),
	);
	const report = `${turn.answer.slice(0, 1500)}\nagentId: ${agentId}`;
	const content = [{type: 'text', text: report}];
	chain.user([{tool_use_id: call, type: 'tool_result', content}], time + 500, {
		toolUseResult: {
			status: 'completed',
			prompt: turn.prompt,
			agentId,
			agentType: 'general-purpose',
			content,
			totalDurationMs: 60_000,
			totalTokens: 2935,
			totalToolUseCount: turn.steps.length,
		},
		sourceToolAssistantUUID: chain.leaf,
	});
	written.bytes += out.close(talk.clock);
	const meta = path.join(below, `agent-${agentId}.meta.json`);
	fs.writeFileSync(
		meta,
		JSON.stringify({
			agentType: 'general-purpose',
			isBuiltIn: true,
			description,
			toolUseId: call,
			spawnDepth: 1,
			finished: true,
		}),
	);
	written.files.push(file);
	// As recollect calls it: by the name of its file.
	written.subagents.push({
		id: `agent-${agentId}`,
		parent: session.id,
		file,
		messages: talk.messages,
		prompts: talk.prompts,
		report,
	});
}
