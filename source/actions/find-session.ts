import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapters/adapter.ts';
import {describeFileError} from '../adapters/files.ts';
import {agentIds} from '../adapters/registry.ts';
import type {Library} from '../catalog/library.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {UserError} from './user-error.ts';

/** The sessions a user may mean by `id`, `a unique prefix of it`, or `agent:id`. An exact id beats a prefix. */
export function matchSessions(wanted: string, sessions: readonly SessionRef[]): SessionRef[] {
	const [prefix, rest] = wanted.split(/:(.*)/s, 2) as [string, string | undefined];
	const isQualified = rest !== undefined && agentIds.some(agent => agent === prefix);
	const id = (isQualified ? rest! : wanted).toLowerCase();
	const pool = isQualified ? sessions.filter(({agent}) => agent === prefix) : sessions;
	const exact = pool.filter(ref => ref.id.toLowerCase() === id);
	if (exact.length > 0 || id === '') return exact;
	// A sub-agent may be called without the word that all their names begin with.
	return pool.filter(ref => [ref.id, ref.id.replace(/^agent-/, '')].some(name => name.toLowerCase().startsWith(id)));
}

/** One session from an id or a file's path. */
export async function findSession(wanted: string, library: Library): Promise<SessionRef> {
	const looksLikePath = wanted.includes(path.sep) || wanted.endsWith('.jsonl') || wanted.endsWith('.zst');
	// A row of a database is named by `FILE#ID`.
	const file = wanted.split('#', 1)[0]!;
	if (looksLikePath && (fs.existsSync(wanted) || fs.existsSync(file))) return recognizeFile(wanted, library);

	const {sessions} = await library.scan();
	const matches = matchSessions(wanted, sessions);
	if (matches.length === 1) return matches[0]!;
	if (matches.length > 1) throw await ambiguous(wanted, matches, library);
	if (looksLikePath) throw new UserError(`There is no file ${wanted}.`);
	if (fs.existsSync(wanted)) return recognizeFile(wanted, library);
	throw new UserError(`No session has the id ${wanted}. \`recollect list --all\` shows every id.`);
}

async function recognizeFile(file: string, library: Library): Promise<SessionRef> {
	const full = path.resolve(file);
	let ref: SessionRef | undefined;
	try {
		ref = await library.recognize(full);
	} catch (error) {
		throw new UserError(`${file} can't be read: ${describeFileError(error)}.`);
	}
	if (!ref) throw new UserError(`${file} is not a session of an agent we know, or holds no conversation.`);
	return ref;
}

async function ambiguous(wanted: string, matches: readonly SessionRef[], library: Library): Promise<UserError> {
	const most = 20;
	const lines = await Promise.all(
		matches.slice(0, most).map(async ref => {
			const title = await library.head(ref).then(
				({title}) => sanitizeLine(title ?? ''),
				() => '',
			);
			const isTwin = matches.some(other => other !== ref && other.id === ref.id && other.agent === ref.agent);
			return `  ${ref.agent}:${sanitizeLine(ref.id)}  ${isTwin ? sanitizeLine(ref.path) : title}`;
		}),
	);
	if (matches.length > most) lines.push(`  … and ${matches.length - most} more`);
	return new UserError(
		`${wanted} may be any of ${matches.length} sessions; give more of the id (or the file's path):\n${lines.join('\n')}`,
		2,
	);
}
