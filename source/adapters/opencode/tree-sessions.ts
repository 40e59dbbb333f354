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

/** A message and its few parts, a file each. To look at all of them would take longer than the whole list. */
const bytesAMessage = 4 * 4096;

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
	let trouble: string | undefined;
	const messages = namesIn(messageFolder(file), message => {
		trouble = message;
	});
	if (trouble !== undefined) return {verdict: 'unreadable', reason: trouble, detail: 'the folder of its messages'};
	if (messages.length === 0) return {verdict: 'hidden', reason: 'no conversation in it, only bookkeeping'};
	const size = Buffer.byteLength(text) + messages.length * bytesAMessage;
	return {path: file, size, modifiedMs, info: treeInfo(file, value as Record<string, unknown>)};
}

function stemOf(file: string): string {
	return path.basename(file, '.json');
}
