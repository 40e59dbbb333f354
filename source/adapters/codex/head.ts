/** A session's header, from a few reads. */
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {textOf} from '../fields.ts';
import {headerOf} from '../header-of.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {titleFrom} from '../titles.ts';
import {firstPrompt} from './first-prompt.ts';
import {lineOf} from './line.ts';
import {isArchived} from './places.ts';
import {currentBranch, type Plan, planOf} from './plan.ts';
import {type Thread, threadTable} from './thread-table.ts';

const tailBytes = 32 * 1024;

export async function readHead(ref: SessionRef): Promise<Session> {
	return describeSession(ref, await planOf(ref), {latestCwd: cwdAtEnd(ref.path)});
}

/** What only a reading of the whole file tells, where there was one. */
export type Findings = {
	readonly latestCwd?: string;
	readonly threadName?: string;
	/** The time of the newest record. */
	readonly endedAt?: string;
};

export async function describeSession(
	ref: SessionRef,
	plan: Plan,
	{latestCwd, threadName, endedAt}: Findings,
): Promise<Session> {
	const own = plan.files.filter(file => file.isOwn);
	const meta = plan.files[plan.current]?.meta ?? own[0]?.meta;
	const thread = (await threadTable(ref.store)).threads.get(ref.id) ?? {};
	const title = await titleOf(thread, plan, threadName);
	return {
		...headerOf(ref),
		...title,
		cwd: meta?.cwd,
		latestCwd: latestCwd === meta?.cwd ? undefined : latestCwd,
		gitBranch: meta?.gitBranch,
		gitCommit: meta?.gitCommit,
		gitRemote: meta?.gitRemote,
		modelProvider: meta?.modelProvider,
		startedAt: own[0]?.meta?.startedAt ?? meta?.startedAt,
		endedAt: endedAt ?? ref.endedAt,
		agentVersion: meta?.version,
		...(isArchived(ref.path) ? {archived: true} : undefined),
	};
}

/** In Codex's own order: the name, the title it keeps, the first prompt, its picture, the goal. */
async function titleOf(
	thread: Thread,
	plan: Plan,
	threadName: string | undefined,
): Promise<Pick<Session, 'title' | 'titleSource'>> {
	const name = titleFrom(thread.name ?? threadName);
	if (name !== undefined) return {title: name, titleSource: 'custom'};
	const meta = plan.files[plan.current]?.meta;
	const task = taskOf(meta?.agentPath, meta?.agentNickname);
	if (meta?.isAgent && task !== undefined) return {title: task, titleSource: 'description'};

	const kept = titleFrom(thread.title);
	if (kept !== undefined && kept === titleFrom(thread.firstPrompt)) return {title: kept, titleSource: 'first-prompt'};
	const opening = await firstPrompt(currentBranch(plan));
	const prompt = titleFrom(opening.prompt);
	if (kept !== undefined) return {title: kept, titleSource: kept === prompt ? 'first-prompt' : 'generated'};
	if (prompt !== undefined) return {title: prompt, titleSource: meta?.isAgent ? 'description' : 'first-prompt'};
	if (opening.hasImage) return {title: '[Image]', titleSource: 'first-prompt'};
	const goal = titleFrom(opening.goal) ?? titleFrom(meta?.isAgent ? (meta.agentNickname ?? meta.agentRole) : undefined);
	return goal === undefined ? {titleSource: 'none'} : {title: goal, titleSource: 'description'};
}

/** `/root/fix_tests` of the agent Carson is "fix_tests (Carson)". */
function taskOf(agentPath: string | undefined, nickname: string | undefined): string | undefined {
	const task = agentPath?.split('/').filter(Boolean).at(-1);
	if (task === undefined || task === 'root') return undefined;
	return nickname === undefined ? task : `${task} (${nickname})`;
}

/** The directory of the newest turn, if its settings stand near the end of the file. */
function cwdAtEnd(path: string): string | undefined {
	if (!path.endsWith('.jsonl')) return undefined;
	const file = new FileEnds(path);
	try {
		const tail = file.tail(tailBytes);
		const at = tail.lastIndexOf('"type":"turn_context"');
		const [start, end] = [tail.lastIndexOf('\n', at) + 1, tail.indexOf('\n', at)];
		if (at === -1 || (start === 0 && tail.length < file.size)) return undefined;
		const line = lineOf(JSON.parse(tail.toString('utf8', start, end === -1 ? tail.length : end)));
		return line?.type === 'turn_context' ? textOf(line.payload.cwd) : undefined;
	} catch {
		return undefined;
	} finally {
		file.close();
	}
}
