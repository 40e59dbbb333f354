import fs from 'node:fs';
import path from 'node:path';
import type {Discovery, History, SessionRef} from '../../source/adapters/adapter.ts';
import {claude} from '../../source/adapters/claude/claude.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import {collect, promptsOf, sessionId} from './claude-session.ts';
import {temporaryDirectory} from './fixture-home.ts';

export const project = '-home-user-app';

/** Puts bytes into a store of Claude Code just as they are. */
export function writeRaw(home: string, content: string | Buffer, name = `${sessionId}.jsonl`): string {
	const file = path.join(home, '.claude', 'projects', project, name);
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, content);
	return file;
}

export function discoverIn(home: string): Promise<Discovery> {
	return claude.discover({path: home, env: {}});
}

/** The verdicts of a discovery by file name: `listed`, or the verdict and its reason. */
export function verdictsOf({candidates}: Discovery): Record<string, string> {
	const verdicts = candidates.map(({path: file, verdict, reason}): [string, string] => [
		path.basename(file),
		reason === undefined ? verdict : `${verdict}: ${reason}`,
	]);
	return Object.fromEntries(verdicts.sort());
}

export type RawReading = {
	readonly file: string;
	readonly ref: SessionRef;
	readonly head: Session;
	readonly history: History;
	readonly entries: Entry[];
	readonly prompts: string[];
	/** As `offset: message`. */
	readonly warnings: string[];
};

/** Reads bytes as a session: through discovery, head, history and entries, as a screen would. */
export async function readRaw(content: string | Buffer): Promise<RawReading> {
	const home = temporaryDirectory();
	const file = writeRaw(home, content);
	const {sessions} = await discoverIn(home);
	const ref = sessions.find(each => each.path === file);
	if (!ref) throw new Error('it is not listed');
	return readRef(ref);
}

export async function readRef(ref: SessionRef): Promise<RawReading> {
	const head = await claude.head(ref);
	const history = await claude.history(ref);
	const entries = await collect(history.entries());
	return {
		file: ref.path,
		ref,
		head,
		history,
		entries,
		prompts: promptsOf(entries),
		warnings: history.warnings.map(({offset, message}) => `${offset}: ${message}`),
	};
}

/** Records as lines. */
export function lines(...records: unknown[]): string {
	return records.map(record => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');
}
