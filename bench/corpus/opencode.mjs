// OpenCode 1.18: all sessions in one database, `.local/share/opencode/opencode.db`.
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import {makeFolder} from './line-writer.mjs';

const tables = `
	CREATE TABLE migration (id TEXT PRIMARY KEY, time_completed INTEGER NOT NULL);
	CREATE TABLE project (id text PRIMARY KEY, worktree text NOT NULL, vcs text, name text, icon_url text, icon_url_override text,
		icon_color text, time_created integer NOT NULL, time_updated integer NOT NULL, time_initialized integer,
		sandboxes text NOT NULL, commands text);
	CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL REFERENCES project(id) ON DELETE CASCADE, workspace_id text,
		parent_id text, slug text NOT NULL, directory text NOT NULL, path text, title text NOT NULL, version text NOT NULL,
		share_url text, summary_additions integer, summary_deletions integer, summary_files integer, summary_diffs text,
		metadata text, cost real DEFAULT 0 NOT NULL, tokens_input integer DEFAULT 0 NOT NULL,
		tokens_output integer DEFAULT 0 NOT NULL, tokens_reasoning integer DEFAULT 0 NOT NULL,
		tokens_cache_read integer DEFAULT 0 NOT NULL, tokens_cache_write integer DEFAULT 0 NOT NULL, revert text,
		permission text, agent text, model text, time_created integer NOT NULL, time_updated integer NOT NULL,
		time_compacting integer, time_archived integer);
	CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL REFERENCES session(id) ON DELETE CASCADE,
		time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
	CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL REFERENCES message(id) ON DELETE CASCADE,
		session_id text NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
	CREATE TABLE todo (session_id text NOT NULL, content text NOT NULL, status text NOT NULL, priority text NOT NULL,
		position integer NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL,
		PRIMARY KEY (session_id, position));
	CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
	CREATE INDEX part_message_id_id_idx ON part (message_id, id);
	CREATE INDEX part_session_idx ON part (session_id);
	CREATE INDEX session_project_idx ON session (project_id);
	CREATE INDEX session_parent_idx ON session (parent_id);`;

const model = {providerID: 'anthropic', modelID: 'claude-sonnet-4-5'};
const mask = (1n << 48n) - 1n;

/** `msg_` and 48 bits of time and counter, so that ids sort like times; sessions have them the other way round. */
function timeId(prefix, time, counter, random, isDescending = false) {
	const value = (BigInt(time) * 4096n + BigInt(counter)) & mask;
	return `${prefix}_${(isDescending ? mask - value : value).toString(16).padStart(12, '0')}${random.letters(14)}`;
}

export function opencodeId(time, random) {
	return timeId('ses', time, 1, random, true);
}

export class OpencodeStore {
	#database;
	#statements;
	#projects = new Set();
	#open = 0;
	newest = 0;

	constructor(home) {
		this.file = path.join(home, '.local/share/opencode/opencode.db');
		makeFolder(path.dirname(this.file));
		this.#database = new Libsql(this.file);
		this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
		this.#database.exec(tables);
		const prepare = (table, names) =>
			this.#database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
		this.#statements = {
			project: prepare('project', ['id', 'worktree', 'vcs', 'time_created', 'time_updated', 'sandboxes']),
			session: prepare('session', [
				'id',
				'project_id',
				'slug',
				'directory',
				'path',
				'title',
				'version',
				'permission',
				'agent',
				'model',
				'time_created',
				'time_updated',
			]),
			message: prepare('message', ['id', 'session_id', 'time_created', 'time_updated', 'data']),
			part: prepare('part', ['id', 'message_id', 'session_id', 'time_created', 'time_updated', 'data']),
		};
	}

	write(session, {converse, random}) {
		if (this.#open++ % 20 === 0) this.#database.exec(this.#open === 1 ? 'BEGIN' : 'COMMIT; BEGIN');
		const {id, project, time} = session;
		const {project: addProject, session: addSession, message: addMessage, part: addPart} = this.#statements;
		const projectId = createHash('sha1').update(project.path).digest('hex');
		if (!this.#projects.has(projectId)) {
			this.#projects.add(projectId);
			addProject.run(projectId, project.path, 'git', time, time, '[]');
		}
		const talk = converse(session);
		let size = 0;
		let counter = 0;
		const message = (at, info) => {
			const key = timeId('msg', at, ++counter & 4095, random);
			const data = JSON.stringify(info);
			size += data.length + 150;
			addMessage.run(key, id, at, at, data);
			return key;
		};
		const part = (owner, at, fields) => {
			const data = JSON.stringify(fields);
			size += data.length + 200;
			addPart.run(timeId('prt', at, ++counter & 4095, random), owner, id, at, at, data);
		};
		const answer = (at, parentID, finish) =>
			message(at, {
				parentID,
				role: 'assistant',
				mode: 'build',
				agent: 'build',
				path: {cwd: project.path, root: project.path},
				cost: 0,
				tokens: {input: random.below(9000), output: random.below(900), reasoning: 0, cache: {read: 0, write: 0}},
				...model,
				time: {created: at, completed: at + 1000},
				finish,
			});
		do {
			const turn = talk.turn();
			const prompt = message(turn.time, {role: 'user', time: {created: turn.time}, agent: 'build', model});
			part(prompt, turn.time, {type: 'text', text: turn.prompt});
			for (const {type, data} of turn.images)
				part(prompt, turn.time, {
					type: 'file',
					mime: type,
					filename: 'picture.png',
					url: `data:${type};base64,${data}`,
				});
			for (const step of turn.steps) {
				const owner = answer(step.time, prompt, 'tool-calls');
				part(owner, step.time, {type: 'step-start', snapshot: random.hex(40)});
				if (step.thinking !== undefined)
					part(owner, step.time + 1, {
						type: 'reasoning',
						text: step.thinking,
						time: {start: step.time, end: step.time + 1},
					});
				if (step.text !== undefined)
					part(owner, step.time + 2, {type: 'text', text: step.text, time: {start: step.time, end: step.time + 2}});
				const {tool, input, title} = call(step);
				const times = {start: step.time + 3, end: step.end};
				const state = step.isError
					? {status: 'error', input, error: step.output, time: times}
					: {status: 'completed', input, output: step.output, title, metadata: {truncated: false}, time: times};
				part(owner, step.time + 3, {type: 'tool', tool, callID: `toolu_01${random.letters(22)}`, state});
				part(owner, step.end, {
					type: 'step-finish',
					reason: 'tool-calls',
					snapshot: random.hex(40),
					cost: 0,
					tokens: {input: 100, output: 50, reasoning: 0, cache: {read: 0, write: 0}},
				});
			}
			const owner = answer(turn.end - 1000, prompt, 'stop');
			part(owner, turn.end - 1000, {type: 'step-start'});
			part(owner, turn.end - 999, {type: 'text', text: turn.answer, time: {start: turn.end - 999, end: turn.end}});
			part(owner, turn.end, {
				type: 'step-finish',
				reason: 'stop',
				cost: 0,
				tokens: {input: 100, output: 50, reasoning: 0, cache: {read: 0, write: 0}},
			});
		} while (size < session.target || talk.isPending);
		addSession.run(
			id,
			projectId,
			'calm-otter',
			project.path,
			'',
			session.title,
			'1.18.33',
			'[{"permission":"question","pattern":"*","action":"deny"}]',
			'build',
			JSON.stringify({id: model.modelID, providerID: model.providerID}),
			time,
			talk.clock,
		);
		this.newest = Math.max(this.newest, talk.clock);
		return {file: this.file, files: [], bytes: size, subagents: [], talk, end: talk.clock};
	}

	close() {
		if (this.#open > 0) this.#database.exec('COMMIT');
		this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		this.#database.close();
		// Nothing but the database: as a program leaves it that ended well.
		for (const suffix of ['-wal', '-shm']) fs.rmSync(this.file + suffix, {force: true});
		fs.utimesSync(this.file, this.newest / 1000, this.newest / 1000);
		return fs.statSync(this.file).size;
	}
}

function call({kind, path: file, ...step}) {
	switch (kind) {
		case 'read':
			return {tool: 'read', input: {filePath: file}, title: file};
		case 'edit':
			return {tool: 'edit', input: {filePath: file, oldString: step.old, newString: step.new}, title: file};
		case 'write':
			return {tool: 'write', input: {filePath: file, content: step.content}, title: file};
		case 'grep':
			return {tool: 'grep', input: {pattern: step.pattern}, title: step.pattern};
		default:
			return {tool: 'bash', input: {command: step.command, description: 'Run it'}, title: 'Run it'};
	}
}
