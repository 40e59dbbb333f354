// Gemini CLI: `.gemini/tmp/<project>/chats/session-<minute>-<id>.jsonl`, messages written anew whenever they grow.
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {LineWriter, makeFolder} from './line-writer.mjs';

const contextId = 'd04923d38bb0f6017037e74183378ef4';
const model = 'gemini-2.5-pro';

/** The table of projects and the marks in their folders. */
export function writeGeminiProjects(home, projects) {
	const root = path.join(home, '.gemini');
	for (const {name, path: cwd} of projects) {
		for (const place of ['tmp', 'history']) {
			makeFolder(path.join(root, place, name));
			fs.writeFileSync(path.join(root, place, name, '.project_root'), cwd);
		}
	}
	const table = Object.fromEntries(projects.map(({name, path: cwd}) => [cwd, name]));
	fs.writeFileSync(path.join(root, 'projects.json'), JSON.stringify({projects: table}, null, 2));
}

export function writeGemini(session, {home, converse, random}) {
	const {path: cwd, name: project} = session.project;
	const begun = new Date(session.time).toISOString();
	const minute = begun.slice(0, 16).replace(':', '-');
	const file = path.join(home, '.gemini/tmp', project, 'chats', `session-${minute}-${session.id.slice(0, 8)}.jsonl`);
	const out = new LineWriter(file);
	const talk = converse(session);
	const projectHash = createHash('sha256').update(cwd).digest('hex');
	const write = (record, time) => {
		out.line(record);
		out.line({$set: {lastUpdated: new Date(time).toISOString()}});
	};
	const said = (time, fields) => ({
		id: random.uuid(),
		timestamp: new Date(time).toISOString(),
		type: 'gemini',
		thoughts: [],
		tokens: {input: random.below(90_000), output: random.below(900), cached: 0, thoughts: 0, tool: 0, total: 0},
		model,
		...fields,
	});
	out.line({sessionId: session.id, projectHash, startTime: begun, lastUpdated: begun, kind: 'main'});
	const context = `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n- **Workspace Directories:**\n  - ${cwd}\n</session_context>`;
	out.line({
		$set: {messages: [{id: contextId, timestamp: begun, type: 'user', content: [{text: context}]}], lastUpdated: begun},
	});
	do {
		const turn = talk.turn();
		const pictures = turn.images.map(({type, data}) => ({inlineData: {mimeType: type, data}}));
		write(
			{
				id: random.uuid(),
				timestamp: new Date(turn.time).toISOString(),
				type: 'user',
				content: [{text: turn.prompt}, ...pictures],
			},
			turn.time,
		);
		for (const step of turn.steps) {
			const {name, input, displayName} = call(step);
			const id = `${name}_${step.time}_${random.below(100)}`;
			const thoughts =
				step.thinking === undefined
					? []
					: [{subject: 'Looking', description: step.thinking, timestamp: new Date(step.time).toISOString()}];
			const answer = said(step.time, {content: step.text ?? '', thoughts});
			write(answer, step.time);
			const response = step.isError ? {error: step.output} : {output: step.output};
			const result = [{functionResponse: {id, name, response}}];
			const status = step.isError ? 'error' : 'success';
			out.line({
				...answer,
				toolCalls: [
					{
						id,
						name,
						args: input,
						result,
						status,
						timestamp: new Date(step.end).toISOString(),
						resultDisplay: step.output.slice(0, 400),
						description: 'It',
						displayName,
					},
				],
			});
			write({id: random.uuid(), timestamp: new Date(step.end).toISOString(), type: 'user', content: result}, step.end);
		}
		write(said(turn.end, {content: turn.answer}), turn.end);
	} while (out.size < session.target || talk.isPending);
	if (session.title !== undefined) out.line({$set: {summary: session.title}});
	return {file, files: [file], bytes: out.close(talk.clock), subagents: [], talk, end: talk.clock};
}

function call({kind, path: file, ...step}) {
	switch (kind) {
		case 'read':
			return {name: 'read_file', input: {file_path: file}, displayName: 'ReadFile'};
		case 'edit':
			return {
				name: 'replace',
				input: {file_path: file, instruction: 'Change it', old_string: step.old, new_string: step.new},
				displayName: 'Edit',
			};
		case 'write':
			return {name: 'write_file', input: {file_path: file, content: step.content}, displayName: 'WriteFile'};
		case 'grep':
			return {name: 'grep_search', input: {pattern: step.pattern}, displayName: 'SearchText'};
		default:
			return {name: 'run_shell_command', input: {command: step.command, description: 'Run it'}, displayName: 'Shell'};
	}
}
