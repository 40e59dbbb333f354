import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../adapters/adapter.ts';
import {agentIds} from '../adapters/agents.ts';
import {describeFileError, realPath} from '../adapters/files.ts';
import type {Library} from '../catalog/library.ts';
import {SeveralDocuments} from '../formats/import/open-format.ts';
import type {Warning} from '../model/warning.ts';
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

/** A file of several sessions, where one was asked for. */
class SeveralSessions extends UserError {
	constructor(
		message: string,
		readonly names: readonly string[],
		readonly warnings: readonly Warning[],
	) {
		super(message);
	}
}

/** One session from an id or a file's path. */
export async function findSession(wanted: string, library: Library): Promise<SessionRef> {
	// A row of a database, or a session of several in a file, is named by `FILE#ID`.
	const file = wanted.split('#', 1)[0]!;
	const looksLikePath = wanted.includes(path.sep) || /\.(?:jsonl?|ndjson|zst|gz)$/i.test(file);
	if (looksLikePath && (fs.existsSync(wanted) || fs.existsSync(file))) return recognizeFile(wanted, library);

	const {sessions} = await library.scan();
	const matches = matchSessions(wanted, sessions);
	if (matches.length === 1) return matches[0]!;
	if (matches.length > 1) throw await ambiguous(wanted, matches, library);
	if (looksLikePath) throw new UserError(`There is no file ${wanted}.`);
	if (fs.existsSync(wanted)) return recognizeFile(wanted, library);
	const reason = wanted === '' ? undefined : await whyHidden(wanted, library);
	const {candidates, warnings} = await library.scan();
	const isPartial = warnings.length > 0 || candidates.some(({verdict}) => verdict === 'unreadable');
	const hint = isPartial ? ' Not everything could be read; `recollect audit` says what.' : '';
	throw new UserError(reason ?? `No session has the id ${wanted}. \`recollect list --all\` shows every id.${hint}`);
}

export type FoundSessions = {
	readonly refs: readonly SessionRef[];
	/** All that was asked for is among them. */
	readonly isWhole: boolean;
};

/** The same, but a file of several sessions stands for all of them. `onMissing` is told of what in it is none. */
export async function findSessions(
	wanted: string,
	library: Library,
	onMissing: (warning: Warning) => void,
): Promise<FoundSessions> {
	try {
		const ref = await findSession(wanted, library);
		return {refs: [ref], isWhole: !isOnlyGoodOne(ref, wanted)};
	} catch (error) {
		if (!(error instanceof SeveralSessions)) throw error;
		error.warnings.forEach(onMissing);
		const refs: SessionRef[] = [];
		let isWhole = error.warnings.length === 0;
		// One after the other: each is read to see what it is, and one that can't be does not keep the others from it.
		for (const name of error.names) {
			try {
				refs.push(await findSession(name, library));
			} catch (reason) {
				if (!(reason instanceof UserError)) throw reason;
				isWhole = false;
				onMissing({path: name, message: reason.message});
			}
		}
		return {refs, isWhole};
	}
}

/**
 * A document has a name of its own in a file in which there are other lines. Who named the file alone gets it only if all
 * of those are damaged; the session itself tells of them when it is read.
 */
function isOnlyGoodOne({format, path: place}: SessionRef, wanted: string): boolean {
	return format !== undefined && place.startsWith(`${path.resolve(wanted)}#`);
}

async function recognizeFile(file: string, library: Library): Promise<SessionRef> {
	const full = path.resolve(file);
	let ref: SessionRef | undefined;
	try {
		ref = await library.recognize(full);
	} catch (error) {
		const message = `${file} can't be read: ${describeFileError(error)}.`;
		if (!(error instanceof SeveralDocuments)) throw new UserError(message);
		throw new SeveralSessions(
			message,
			error.names.map(name => `${file}#${name}`),
			error.warnings,
		);
	}
	if (!ref) throw new UserError(`${file} is not a session of an agent we know, or holds no conversation.`);
	return (await inTheList(full, library)) ?? ref;
}

/** A file below one of the homes may be a part of a session: the whole one is meant. */
async function inTheList(file: string, library: Library): Promise<SessionRef | undefined> {
	const real = realPath(file);
	if (!library.places.some(place => real.startsWith(realPath(place) + path.sep))) return undefined;
	const {sessions} = await library.scan();
	const found = sessions.filter(ref => ref.path === file || ref.files.some(each => realPath(each) === real));
	return found.length === 1 ? found[0] : undefined;
}

/** Why a file that somebody asks for by its name is not in the list. */
async function whyHidden(wanted: string, library: Library): Promise<string | undefined> {
	const {candidates} = await library.scan();
	const hidden = candidates.find(
		({path: file, verdict}) =>
			verdict !== 'listed' && path.basename(file).toLowerCase().startsWith(wanted.toLowerCase()),
	);
	if (!hidden) return undefined;
	const {path: file, verdict, reason, detail} = hidden;
	return `${sanitizeLine(file)} is ${verdict}: ${sanitizeLine([reason, detail].filter(Boolean).join(': '))}.`;
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
