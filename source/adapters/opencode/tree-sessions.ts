/** The sessions of the JSON tree. */
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate} from '../adapter.ts';
import {isFields} from '../fields.ts';
import {describeFileError, walkFiles} from '../files.ts';
import {namesIn, sessionFolders} from './places.ts';
import type {SessionInfo} from './session-info.ts';
import {messageFolder, treeInfo} from './tree-source.ts';

export type TreeSession = {
	readonly path: string;
	readonly size: number;
	readonly modifiedMs: number;
	readonly info: SessionInfo;
};

export type TreeSessions = {
	readonly sessions: readonly TreeSession[];
	/** Files that are no session. */
	readonly others: readonly Candidate[];
	/** Sessions whose messages are there, and whose own file is not. */
	readonly headless: ReadonlyMap<string, string>;
	readonly warnings: readonly Warning[];
};

export function findTreeSessions(data: string): TreeSessions {
	const sessions: TreeSession[] = [];
	const others: Candidate[] = [];
	const warnings: Warning[] = [];
	for (const folder of sessionFolders(data)) {
		const files = walkFiles(folder, {
			isCandidate: name => name.endsWith('.json'),
			onError: (place, message) => warnings.push({path: place, message}),
		});
		for (const {path: file, error} of files) {
			const found = error === undefined ? look(file) : ({verdict: 'unreadable', reason: error} as const);
			if ('info' in found) sessions.push(found);
			else others.push({agent: 'opencode', path: file, ...found});
		}
	}
	const seen = new Set([...sessions.map(({path: file}) => file), ...others.map(({path: file}) => file)].map(stemOf));
	const messages = path.join(data, 'storage', 'message');
	const headless = namesIn(messages).filter(name => name.startsWith('ses') && !seen.has(name));
	return {sessions, others, warnings, headless: new Map(headless.map(name => [name, path.join(messages, name)]))};
}

function look(file: string): TreeSession | Pick<Candidate, 'verdict' | 'reason' | 'detail'> {
	let text: string;
	let modifiedMs: number;
	try {
		text = fs.readFileSync(file, 'utf8');
		modifiedMs = fs.statSync(file).mtimeMs;
	} catch (error) {
		return {verdict: 'unreadable', reason: describeFileError(error)};
	}
	if (text.trim() === '') return {verdict: 'hidden', reason: 'empty file'};
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		return {verdict: 'unreadable', reason: 'it is not JSON', detail: (error as Error).message};
	}
	const isSession = isFields(value) && stemOf(file).startsWith('ses') && ('time' in value || 'title' in value);
	if (!isSession) return {verdict: 'hidden', reason: 'not an OpenCode session'};
	if (!hasFiles(messageFolder(file))) return {verdict: 'hidden', reason: 'no conversation in it, only bookkeeping'};
	return {
		path: file,
		size: Buffer.byteLength(text),
		modifiedMs,
		info: treeInfo(file, value as Record<string, unknown>),
	};
}

/** Looks at one entry only: a long session has thousands. */
function hasFiles(folder: string): boolean {
	try {
		const entries = fs.opendirSync(folder);
		try {
			return entries.readSync() !== null;
		} finally {
			entries.closeSync();
		}
	} catch (error) {
		// What can't be looked at may hold something; the reading says what is wrong with it.
		return (error as NodeJS.ErrnoException).code !== 'ENOENT';
	}
}

function stemOf(file: string): string {
	return path.basename(file, '.json');
}
