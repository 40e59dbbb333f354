// pi: `.pi/agent/sessions/<folder>/<time>_<id>.jsonl`, every entry with its parent.
import path from 'node:path';
import {LineWriter} from './line-writer.mjs';

const model = {api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-5'};

export function writePi(session, {home, converse, random}) {
	const cwd = session.project.path;
	const begun = new Date(session.time).toISOString();
	const folder = `--${cwd.slice(1).replace(/[/\\:]/g, '-')}--`;
	const file = path.join(home, '.pi/agent/sessions', folder, `${begun.replace(/[:.]/g, '-')}_${session.id}.jsonl`);
	const out = new LineWriter(file);
	const talk = converse(session);
	let leaf = null;
	let count = random.below(0x10000000) + 0x10000000;
	const entry = (type, time, fields) => {
		const id = (count++).toString(16);
		out.line({type, id, parentId: leaf, timestamp: new Date(time).toISOString(), ...fields});
		leaf = id;
	};
	const message = (time, fields) => entry('message', time, {message: {...fields, timestamp: time}});
	const answer = (time, content, stopReason) => {
		const usage = {
			input: random.below(4000),
			output: random.below(2000),
			cacheRead: random.below(90_000),
			cacheWrite: 0,
			totalTokens: 0,
			cost: {input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0},
		};
		message(time, {role: 'assistant', content, ...model, usage, stopReason});
	};
	out.line({type: 'session', version: 3, id: session.id, timestamp: begun, cwd});
	entry('model_change', session.time, {provider: model.provider, modelId: model.model});
	entry('thinking_level_change', session.time, {thinkingLevel: 'medium'});
	do {
		const turn = talk.turn();
		const pictures = turn.images.map(({type, data}) => ({type: 'image', data, mimeType: type}));
		message(turn.time, {role: 'user', content: [{type: 'text', text: turn.prompt}, ...pictures]});
		for (const step of turn.steps) {
			const id = `toolu_01${random.letters(22)}`;
			const {name, input} = call(step);
			const content = [];
			if (step.thinking !== undefined)
				content.push({type: 'thinking', thinking: step.thinking, thinkingSignature: random.letters(80)});
			if (step.text !== undefined) content.push({type: 'text', text: step.text});
			answer(step.time, [...content, {type: 'toolCall', id, name, arguments: input}], 'toolUse');
			message(step.end, {
				role: 'toolResult',
				toolCallId: id,
				toolName: name,
				content: [{type: 'text', text: step.output}],
				isError: step.isError,
			});
		}
		answer(turn.end, [{type: 'text', text: turn.answer}], 'stop');
		if (talk.turns === 1 && session.title !== undefined) entry('session_info', turn.end + 100, {name: session.title});
	} while (out.size < session.target || talk.isPending);
	return {file, files: [file], bytes: out.close(talk.clock), subagents: [], talk, end: talk.clock};
}

function call({kind, path: file, ...step}) {
	switch (kind) {
		case 'read':
			return {name: 'read', input: {path: file}};
		case 'edit':
			return {name: 'edit', input: {path: file, oldText: step.old, newText: step.new}};
		case 'write':
			return {name: 'write', input: {path: file, content: step.content}};
		case 'grep':
			return {name: 'grep', input: {pattern: step.pattern}};
		default:
			return {name: 'bash', input: {command: step.command}};
	}
}
