/** The shapes that `--json` prints. They are an interface: fields are added, never renamed. */
import type {Candidate} from '../adapters/adapter.ts';
import {pathHints} from '../adapters/tools/path-hints.ts';
import {typeOfTool} from '../adapters/tools/tool-table.ts';
import type {Entry} from '../model/entry.ts';
import type {Session, Tokens} from '../model/session.ts';

export const schemaVersion = '1.0';

export function sessionJson(session: Session) {
	const {counts, tokens} = session;
	return {
		agent: session.agent,
		id: session.id,
		title: session.title ?? null,
		title_source: session.titleSource,
		project: session.cwd ?? null,
		git_branch: session.gitBranch ?? null,
		started_at: session.startedAt ?? null,
		ended_at: session.endedAt ?? null,
		path: session.path,
		files: session.files,
		size: session.size,
		parent_id: session.parentId ?? null,
		parent_call_id: session.parentCallId ?? null,
		forked_from: session.forkedFrom ?? null,
		forked_at: session.forkedAt ?? null,
		is_agent_session: session.isAgentSession,
		counts: counts
			? {
					prompts: counts.prompts,
					messages: counts.messages,
					tool_calls: counts.toolCalls,
					errors: counts.errors,
					forks: counts.forks,
				}
			: null,
		models: session.models ?? null,
		tokens: tokensJson(tokens),
		cost: session.cost ?? null,
	};
}

export function tokensJson(tokens: Tokens | undefined) {
	if (!tokens) return null;
	return {
		input: tokens.input ?? null,
		output: tokens.output ?? null,
		cache_creation: tokens.cacheCreation ?? null,
		cache_read: tokens.cacheRead ?? null,
	};
}

export function entryJson(entry: Entry) {
	const {tool} = entry;
	return {
		id: entry.id,
		parent: entry.parent ?? null,
		kind: entry.kind,
		role: entry.role ?? null,
		timestamp: entry.timestamp ?? null,
		text: entry.text,
		tool: tool
			? {
					name: tool.name,
					universal: tool.universal,
					input: tool.input ?? null,
					output: tool.output ?? null,
					is_error: tool.isError ?? null,
					call_id: tool.callId ?? null,
					type: typeOfTool(tool),
					...(tool.exitCode === undefined ? undefined : {exit_code: tool.exitCode}),
					...(tool.durationMs === undefined ? undefined : {duration_ms: Math.round(tool.durationMs)}),
					...(tool.patch === undefined ? undefined : {patch: tool.patch}),
					...(tool.input === undefined ? undefined : {path_hints: pathHints(tool.name, tool.input)}),
				}
			: null,
		locator: entry.locator,
		...(entry.model === undefined ? undefined : {model: entry.model}),
		...(entry.detail === undefined ? undefined : {detail: entry.detail}),
		...(entry.media === undefined ? undefined : {media: entry.media}),
		...(entry.spawned === undefined ? undefined : {spawned: entry.spawned}),
		...(entry.cutBytes === undefined ? undefined : {cut_bytes: entry.cutBytes}),
		...(entry.isAside ? {is_aside: true} : undefined),
		...(entry.isError ? {is_error: true} : undefined),
		...(entry.isSidechain ? {is_sidechain: true} : undefined),
	};
}

export function candidateJson(candidate: Candidate) {
	return {
		path: candidate.path,
		agent: candidate.agent,
		verdict: candidate.verdict,
		reason: candidate.reason ?? null,
		detail: candidate.detail ?? null,
		session_id: candidate.sessionId ?? null,
	};
}
