// Copilot CLI: `.copilot/session-state/<session>/events.jsonl`, and `workspace.yaml` beside it.
import fs from 'node:fs';
import path from 'node:path';
import {LineWriter} from './line-writer.mjs';

const model = 'gpt-5-mini';

export function writeCopilot(session, {home, converse, random}) {
	const {path: cwd, name: project, branch} = session.project;
	const folder = path.join(home, '.copilot/session-state', session.id);
	const file = path.join(folder, 'events.jsonl');
	const out = new LineWriter(file);
	const talk = converse(session);
	let leaf = null;
	const event = (type, time, data) => {
		const id = random.uuid();
		out.line({type, data, id, timestamp: new Date(time).toISOString(), parentId: leaf});
		leaf = id;
	};
	event('session.start', session.time, {
		sessionId: session.id,
		version: 1,
		producer: 'copilot-agent',
		copilotVersion: '1.0.77',
		startTime: new Date(session.time).toISOString(),
		selectedModel: model,
		context: {cwd, gitRoot: cwd, branch, headCommit: random.hex(40), repository: `acme/${project}`, hostType: 'github'},
		alreadyInUse: false,
	});
	event('system.message', session.time + 5, {role: 'system', content: 'You are a helpful assistant.'});
	do {
		const turn = talk.turn();
		const interactionId = random.uuid();
		const attachments = turn.images.map(({type, data}, at) => ({
			type: 'blob',
			displayName: `picture-${at}.png`,
			mimeType: type,
			data,
		}));
		event('user.message', turn.time, {
			content: turn.prompt,
			transformedContent: `<current_datetime>${new Date(turn.time).toISOString()}</current_datetime>\n\n${turn.prompt}`,
			attachments,
			interactionId,
		});
		let turnId = 0;
		const say = (time, content, more) => {
			event('assistant.turn_start', time - 5, {turnId: String(turnId), interactionId});
			event('assistant.message', time, {
				messageId: random.uuid(),
				model,
				content,
				toolRequests: [],
				interactionId,
				turnId: String(turnId++),
				outputTokens: random.below(900),
				...more,
			});
		};
		for (const step of turn.steps) {
			const toolCallId = `call_${random.letters(24)}`;
			const {name, input} = call(step);
			say(step.time, step.text ?? '', {
				toolRequests: [{toolCallId, name, arguments: input, type: 'function', intentionSummary: null}],
				...(step.thinking === undefined ? {} : {reasoningText: step.thinking}),
			});
			event('tool.execution_start', step.time + 20, {toolCallId, toolName: name, arguments: input});
			event(
				'tool.execution_complete',
				step.end,
				step.isError
					? {toolCallId, success: false, error: {message: step.output, code: 'failure'}}
					: {toolCallId, success: true, result: {content: step.output, detailedContent: step.output}},
			);
			event('assistant.turn_end', step.end + 5, {turnId: String(turnId - 1)});
		}
		say(turn.end, turn.answer);
		event('assistant.turn_end', turn.end + 5, {turnId: String(turnId - 1)});
	} while (out.size < session.target || talk.isPending);
	const bytes = out.close(talk.clock);
	const name = session.title === undefined ? '' : `name: '${session.title.replaceAll("'", "''")}'\nuser_named: true\n`;
	const times = `created_at: ${new Date(session.time).toISOString()}\nupdated_at: ${new Date(talk.clock).toISOString()}\n`;
	fs.writeFileSync(
		path.join(folder, 'workspace.yaml'),
		`id: ${session.id}\ncwd: ${cwd}\nclient_name: github/cli\n${name}branch: ${branch}\n${times}`,
	);
	return {file, files: [file], bytes, subagents: [], talk, end: talk.clock};
}

function call({kind, path: file, ...step}) {
	switch (kind) {
		case 'read':
			return {name: 'view', input: {path: file}};
		case 'edit':
			return {name: 'edit', input: {path: file, old_str: step.old, new_str: step.new}};
		case 'write':
			return {name: 'create', input: {path: file, file_text: step.content}};
		case 'grep':
			return {name: 'grep', input: {pattern: step.pattern}};
		default:
			return {name: 'bash', input: {command: step.command, description: 'Run it'}};
	}
}
