/** The same questions to both small formats, of any session: valid, nothing missing, the same after a way there and back. */
import {expect} from 'vitest';
import type {BranchChoice, History} from '../../source/adapters/adapter.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {openFormats} from '../../source/formats/open-formats.ts';
import {validate} from '../../source/formats/validate.ts';
import type {Entry} from '../../source/model/entry.ts';
import {ownCallId} from '../../source/model/tool.ts';
import {collect} from './claude-session.ts';
import type {FoundSession} from './every-session.ts';
import {temporaryDirectory} from './fixture-home.ts';
import {readBack, written} from './written-session.ts';

type SmallFormat = 'session-data' | 'universal';

export async function checkSessions(id: SmallFormat, sessions: readonly FoundSession[]): Promise<void> {
	const folder = temporaryDirectory();
	const problems: string[] = [];
	for (const {adapter, ref, name} of sessions) {
		const history = await adapter.history(ref);
		// The same twice, where nothing forks: that is tried on a few.
		const branches: Array<BranchChoice | undefined> =
			history.graph.isLinear && sessions.length > 100 ? [undefined] : [undefined, 'all'];
		for (const branch of branches) {
			const found = await checkSession(id, history, {agentName: adapter.name, branch, folder});
			problems.push(...found.map(problem => `${name} (${branch ?? 'active'}): ${problem}`));
		}
	}
	expect(sessions.length).toBeGreaterThan(0);
	expect(problems).toEqual([]);
}

type CheckOptions = {readonly agentName: string; readonly branch?: BranchChoice; readonly folder: string};

/** What is wrong, in words. */
export async function checkSession(
	id: SmallFormat,
	history: History,
	{agentName, branch, folder}: CheckOptions,
): Promise<string[]> {
	const problems: string[] = [];
	const {load, loadLine} = formatOf(id);
	const write = await load();
	const text = await written(history, write, agentName, branch);
	const document = JSON.parse(text) as unknown;
	for (const {path, message} of (await validate(id, document)).slice(0, 3)) problems.push(`${path} ${message}`);

	const entries = (await collect(history.entries(branch, {isWhole: true}))).filter(
		entry => branch === 'all' || !isMute(entry),
	);
	const strings = new Set(stringsIn(document));
	for (const {kind, text: said, id: entry} of entries)
		if (['user', 'assistant', 'thinking', 'compaction'].includes(kind) && said !== '' && !strings.has(said))
			problems.push(`the text of ${kind} ${entry} is missing`);

	const line = await written(history, await loadLine!(), agentName, branch);
	if (line.indexOf('\n') !== line.length - 1) problems.push('the line is not one line');
	if (JSON.stringify(JSON.parse(line)) !== JSON.stringify(document)) problems.push('the line says something else');

	const back = await readBack(text, openFormats.find(format => format.id === id)!, folder);
	if ((await written(back, write, agentName, branch)) !== text) problems.push('written again it differs');
	problems.push(...(await differences(entries, await collect(back.entries(branch)))));
	const told = ({session, graph}: History) => ({
		agent: session.agent,
		id: session.id,
		title: session.title,
		cwd: session.cwd || undefined,
		startedAt: session.startedAt,
		prompts: session.counts?.prompts,
		forks: branch === 'all' ? graph.forks.length : 0,
	});
	const [before, after] = [history, back].map(each => JSON.stringify(told(each)));
	if (before !== after) problems.push(`the session was ${before} and is ${after}`);
	return problems;
}

/** Results may stand elsewhere afterwards, beside their calls. */
async function differences(before: readonly Entry[], after: readonly Entry[]): Promise<string[]> {
	const problems: string[] = [];
	const found = new Map(after.map(entry => [entry.id, entry]));
	for (const entry of before) {
		const [was, is] = [entry, found.get(entry.id)].map(each => each && JSON.stringify(essence(each)));
		if (was !== is) problems.push(`it was ${was?.slice(0, 600)} and is ${is?.slice(0, 600)}`);
	}
	if (before.length !== after.length) problems.push(`there were ${before.length} entries and are ${after.length}`);
	const orderOf = (entries: readonly Entry[]) =>
		entries
			.filter(({kind}) => kind !== 'tool_result')
			.map(({id}) => id)
			.join();
	if (orderOf(before) !== orderOf(after)) problems.push('the order differs');
	return problems.slice(0, 3);
}

function essence({
	kind,
	role,
	text,
	model,
	message,
	detail,
	isAside,
	isSidechain,
	spawned,
	media,
	tool,
	...entry
}: Entry) {
	const isResult = kind === 'tool_result';
	const isError = entry.isError || (isResult && tool?.isError) || undefined;
	return {
		...{kind, role, text, model, message, detail, isSidechain, spawned, isError},
		isAside: isAside || undefined,
		timestamp: entry.timestamp,
		media: media?.length ? media : undefined,
		tool: tool && {
			name: isResult ? undefined : tool.name,
			callId: ownCallId(tool),
			input: tool.input,
			output: tool.output,
			printed: tool.printed,
			exitCode: tool.exitCode,
			durationMs: tool.durationMs,
			patch: tool.patch?.trimEnd(),
			found: tool.found,
		},
	};
}

/** Bookkeeping that says nothing is not in a document of one branch. */
export function isMute({
	kind,
	isAside,
	isError,
	text,
	media,
}: Pick<Entry, 'kind' | 'isAside' | 'isError' | 'text' | 'media'>): boolean {
	const isWork = kind === 'user' || kind === 'tool_call' || kind === 'tool_result';
	return Boolean(isAside) && !isWork && !isError && text === '' && !media?.length;
}

function* stringsIn(value: unknown): Generator<string> {
	if (typeof value === 'string') yield value;
	else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* stringsIn(each);
}
