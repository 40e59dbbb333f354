/** The sessions of the JSON tree. */
import fs from 'node:fs';
import path from 'node:path';
import type {Warning} from '../../model/warning.ts';
import type {Candidate} from '../adapter.ts';
import {isFields} from '../fields.ts';
import {describeFileError, walkFiles} from '../files.ts';
import type {Look} from '../look.ts';
import {inOrder} from './part-order.ts';
import {namesIn, sessionFolders} from './places.ts';
import type {SessionInfo} from './session-info.ts';
import {messageFolder, partFolder, treeInfo} from './tree-source.ts';

export type TreeSession = {
	readonly path: string;
	readonly size: number;
	readonly modifiedMs: number;
	readonly info: SessionInfo;
	/** Its last messages: the ones that may still grow. */
	readonly newest: readonly string[];
};

export type TreeSessions = {
	readonly sessions: readonly TreeSession[];
	/** Files that are no session. */
	readonly others: readonly Candidate[];
	/** Sessions whose messages are there, and whose own file is not. */
	readonly headless: ReadonlyMap<string, string>;
	readonly warnings: readonly Warning[];
};

export function findTreeSessions(data: string, look: Look): TreeSessions {
	const sessions: TreeSession[] = [];
	const others: Candidate[] = [];
	const warnings: Warning[] = [];
	/** Also those that nobody looks at in a hurry. */
	const seen = new Set<string>();
	for (const folder of sessionFolders(data, look)) {
		const files = walkFiles(folder, {
			isCandidate(name) {
				if (!name.endsWith('.json')) return false;
				seen.add(stemOf(name));
				return true;
			},
			onError: (place, message) => warnings.push({path: place, message}),
			look,
		});
		for (const {path: file, error} of files) {
			const found = error === undefined ? ask(file, look) : ({verdict: 'unreadable', reason: error} as const);
			if ('info' in found) sessions.push(found);
			else others.push({agent: 'opencode', path: file, ...found});
		}
	}
	const messages = path.join(data, 'storage', 'message');
	const names = namesIn(messages, undefined, look);
	const headless = names.filter(name => name.startsWith('ses') && !seen.has(name));
	return {sessions, others, warnings, headless: new Map(headless.map(name => [name, path.join(messages, name)]))};
}

/**
 * The files that tell whether a session of the tree changed. Messages that come or go are seen in their folder; one that
 * changes is as a rule the last, and is written again when its answer is complete. Nobody looks at every part.
 */
export function stampedFiles(file: string, newest: readonly string[] = newestOf(messageNames(file))): string[] {
	const folder = messageFolder(file);
	return [file, folder, ...newest.flatMap(id => [path.join(folder, `${id}.json`), partFolder(file, id)])];
}

type Verdict = Pick<Candidate, 'verdict' | 'reason' | 'detail'>;

function ask(file: string, look: Look): TreeSession | Verdict {
	try {
		return look.facts('opencode', [file, messageFolder(file)], () => probe(file));
	} catch (error) {
		const {syscall} = error as NodeJS.ErrnoException;
		const detail = syscall === 'scandir' ? 'the folder of its messages' : undefined;
		return {verdict: 'unreadable', reason: describeFileError(error), ...(detail === undefined ? undefined : {detail})};
	}
}

/** A message and its few parts, a file each. To look at all of them would take longer than the whole list. */
const bytesAMessage = 4 * 4096;

const mostGrowing = 2;

/** Throws errors of the file system only. */
function probe(file: string): TreeSession | Verdict {
	const text = fs.readFileSync(file, 'utf8');
	const modifiedMs = fs.statSync(file).mtimeMs;
	if (text.trim() === '') return {verdict: 'hidden', reason: 'empty file'};
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		return {verdict: 'unreadable', reason: 'it is not JSON', detail: (error as Error).message};
	}
	const isSession = isFields(value) && stemOf(file).startsWith('ses') && ('time' in value || 'title' in value);
	if (!isSession) return {verdict: 'hidden', reason: 'not an OpenCode session'};
	const messages = messageNames(file);
	if (messages.length === 0) return {verdict: 'hidden', reason: 'no conversation in it, only bookkeeping'};
	const size = Buffer.byteLength(text) + messages.length * bytesAMessage;
	const info = treeInfo(file, value as Record<string, unknown>);
	return {path: file, size, modifiedMs, info, newest: newestOf(messages)};
}

/** Which messages are the newest their names tell well enough. */
function newestOf(names: readonly string[]): string[] {
	const messages = inOrder(names.map(name => ({id: stemOf(name)})));
	return messages.slice(-mostGrowing).map(({id}) => id);
}

function messageNames(file: string): string[] {
	try {
		return fs.readdirSync(messageFolder(file)).sort();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

function stemOf(file: string): string {
	return path.basename(file, '.json');
}
