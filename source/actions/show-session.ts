import type {BranchChoice, History} from '../adapters/adapter.ts';
import type {Session} from '../model/session.ts';
import {plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {clock, isoDay} from '../text/times.ts';
import type {Context, Output} from './context.ts';
import {EntryWriter} from './entry-text.ts';
import {findSession} from './find-session.ts';
import {entryJson, schemaVersion, sessionJson} from './session-json.ts';
import {UserError} from './user-error.ts';

/** `show`: a branch of a session as readable text, as JSON, or as its untouched records. */
export async function* showSession(context: Context, wanted: string): Output {
	const {library, json, flags} = context;
	const ref = await findSession(wanted, library);
	const isText = !json && !flags.raw;
	const branch = flags.branches === 'all' ? 'all' : flags.branch;
	// The head comes from a few reads: something stands on the screen while a large file is read.
	if (isText && flags.branch === undefined) yield* titleLines(await library.head(ref), context);
	const history = await library.history(ref, {
		onProgress: (done, total) => context.progress(`reading ${Math.floor((100 * done) / Math.max(1, total))}%`),
	});
	checkBranch(history, flags.branch);
	if (isText && flags.branch !== undefined) yield* titleLines(history.session, context);
	const told = history.warnings.length;
	for (const warning of history.warnings) context.warn(warning);
	if (flags.raw) yield* history.records(branch);
	else if (json) yield* showAsJson(history, {...history.session, ...(await library.origin(ref))}, branch);
	else yield* showAsText(history, context, branch);
	for (const warning of history.warnings.slice(told)) context.warn(warning);
}

function checkBranch({graph}: History, branch: number | undefined): void {
	if (branch === undefined || graph.branches[branch - 1]) return;
	const count = graph.branches.length;
	throw new UserError(
		count === 1
			? `The session has one branch; there is no branch ${branch}.`
			: `The session has branches 1 to ${count}; there is no branch ${branch}.`,
		2,
	);
}

async function* showAsJson(history: History, session: Session, branch: BranchChoice | undefined): Output {
	yield `{"schema_version":"${schemaVersion}","session":${JSON.stringify(sessionJson(session))},"entries":[`;
	let separator = '\n';
	for await (const entry of history.entries(branch)) {
		yield `${separator}${JSON.stringify(entryJson(entry))}`;
		separator = ',\n';
	}
	yield `\n]}\n`;
}

async function* titleLines(session: Session, {paint}: Context): Output {
	yield `${paint('agent', session.agent)}  ${paint('title', sanitizeLine(session.title ?? '(no title)'))}\n`;
	const facts = [
		session.cwd === undefined ? undefined : sanitizeLine(session.cwd),
		session.gitBranch === undefined ? undefined : `(${sanitizeLine(session.gitBranch)})`,
		span(session),
		sanitizeLine(session.id),
	];
	yield `${paint('dim', facts.filter(fact => fact !== undefined).join('  '))}\n`;
}

/** When it was, in the reader's own time zone. */
function span({startedAt, endedAt}: Session): string | undefined {
	if (startedAt === undefined) return undefined;
	const [first, last] = [startedAt, endedAt ?? startedAt];
	const [from, to] = [`${isoDay(first)} ${clock(first)}`, `${isoDay(last)} ${clock(last)}`];
	return isoDay(first) === isoDay(last) ? `${from}–${clock(last)}` : `${from} – ${to}`;
}

function promptsOn({graph}: History, branch: BranchChoice): number {
	const nodes = branch === 'all' ? Array.from({length: graph.size}, (_, node) => node) : graph.path(branch);
	return nodes.filter(node => graph.roleOf(node) === 'prompt').length;
}

async function* showAsText(history: History, context: Context, branch: BranchChoice | undefined): Output {
	const {session, graph} = history;
	const {paint, flags} = context;
	const counts = session.counts!;
	const prompts = branch === undefined ? counts.prompts : promptsOn(history, branch);
	const sums = [plural(prompts, 'prompt'), plural(counts.toolCalls, 'tool call')];
	if (counts.errors > 0) sums.push(plural(counts.errors, 'error'));
	if (!graph.isLinear) {
		const count = graph.branches.length;
		const shown =
			branch === 'all' ? `all ${count} branches` : `branch ${branch ?? graph.activeBranch?.number} of ${count}`;
		sums.push(`${shown} (recollect tree ${sanitizeLine(session.source ? session.path : session.id)})`);
	}
	yield `${paint('dim', sums.join(' · '))}\n`;
	const writer = new EntryWriter(paint, flags.full);
	for await (const entry of history.entries(branch)) yield writer.write(entry);
	yield writer.finish();
}
