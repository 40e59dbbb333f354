/** The header of a document and back. */
import type {Compaction} from '../../adapters/adapter.ts';
import {type Fields, fieldsOf, isFields, listOf, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import {type Counts, type Session, titleSources} from '../../model/session.ts';
import {dateTime, unknownTime} from '../common/date-time.ts';
import {toldSession} from '../common/session-extras.ts';
import {idFrom, unknownId} from '../common/session-id.ts';
import type {Exported} from '../format.ts';
import {BadDocument} from '../import/open-format.ts';
import {tokenFields, tokensFrom} from './facts-fields.ts';

export function sessionFields({session, compactions}: Exported) {
	const {source, tokens, counts} = session;
	const workspace = session.cwd ?? '';
	const [startedAt, endedAt] = [dateTime(session.startedAt), dateTime(session.endedAt)];
	return {
		id: session.id,
		workspace,
		workspace_encoded: source?.folder ?? encoded(workspace),
		started_at: startedAt ?? unknownTime,
		ended_at: endedAt ?? startedAt ?? unknownTime,
		source: {type: sourceType(source?.type), host: source?.host ?? null, path: source?.path ?? session.path},
		is_agent_session: session.isAgentSession,
		parent_session_id: session.parentId ?? null,
		agent_id: session.agentId ?? (session.isAgentSession ? session.id : null),
		extensions: {
			title: session.title,
			title_source: session.titleSource,
			started_at: session.startedAt === startedAt ? undefined : session.startedAt,
			ended_at: session.endedAt === endedAt ? undefined : session.endedAt,
			latest_cwd: session.latestCwd,
			git_branch: session.gitBranch,
			git_commit: session.gitCommit,
			git_remote: session.gitRemote,
			agent_version: session.agentVersion,
			parent_call_id: session.parentCallId,
			forked_from: session.forkedFrom,
			forked_at: session.forkedAt,
			archived: session.archived,
			counts: counts && countFields(counts),
			models: session.models,
			model_provider: session.modelProvider,
			model_config: session.told?.modelConfig,
			project_name: session.told?.projectName,
			token_usage: tokens && tokenFields(tokens),
			cost: session.cost,
			compactions: compactions.length > 0 ? compactions.map(compactionFields) : undefined,
			unknown: unknownOf(session),
		},
	};
}

const sourceTypes = ['local', 'wsl', 'windows', 'remote'];

function sourceType(type: string | undefined): string {
	return type !== undefined && sourceTypes.includes(type) ? type : 'local';
}

/** As Claude Code names a project's folder. */
function encoded(workspace: string): string {
	return workspace.replace(/[^A-Za-z0-9]/g, '-');
}

/** The fields that must be there, and that nobody knows. */
function unknownOf({cwd, startedAt, endedAt}: Session): string[] | undefined {
	const names = [
		...(cwd === undefined ? ['workspace'] : []),
		...(startedAt === undefined ? ['started_at'] : []),
		...(endedAt === undefined ? ['ended_at'] : []),
	];
	return names.length > 0 ? names : undefined;
}

function countFields(counts: Counts) {
	return {
		prompts: counts.prompts,
		messages: counts.messages,
		tool_calls: counts.toolCalls,
		errors: counts.errors,
		forks: counts.forks,
		unknown: counts.unknown,
		ends_in_error: counts.endsInError,
	};
}

function countsFrom(fields: Fields): Counts | undefined {
	const [prompts, messages, toolCalls, errors, forks] = ['prompts', 'messages', 'tool_calls', 'errors', 'forks'].map(
		name => numberOf(fields[name]),
	);
	if (prompts === undefined || messages === undefined) return undefined;
	const unknown = numberOf(fields.unknown);
	return {
		prompts,
		messages,
		toolCalls: toolCalls ?? 0,
		errors: errors ?? 0,
		forks: forks ?? 0,
		...(unknown === undefined ? undefined : {unknown}),
		...(typeof fields.ends_in_error === 'boolean' ? {endsInError: fields.ends_in_error} : undefined),
	};
}

function compactionFields({id, timestamp, trigger, tokensBefore, tokensAfter}: Compaction) {
	return {id, timestamp, trigger, tokens_before: tokensBefore, tokens_after: tokensAfter};
}

export function compactionsFrom(value: unknown): Compaction[] {
	return listOf(value)
		.filter(isFields)
		.filter(({id}) => typeof id === 'string')
		.map(fields => ({
			id: fields.id as string,
			timestamp: stringOf(fields.timestamp),
			trigger: stringOf(fields.trigger),
			tokensBefore: numberOf(fields.tokens_before),
			tokensAfter: numberOf(fields.tokens_after),
		}));
}

type Header = Omit<Session, 'path' | 'files' | 'size' | 'agent'>;

export function sessionFrom(value: unknown): Header {
	if (!isFields(value)) throw new BadDocument(`$.session ${value === undefined ? 'is missing' : 'is not an object'}`);
	const more = fieldsOf(value.extensions);
	const unknown = listOf(more.unknown);
	const known = (name: string) => (unknown.includes(name) ? undefined : textOf(value[name]));
	const time = (name: string) => (known(name) === unknownTime ? undefined : known(name));
	const title = stringOf(more.title);
	const agentId = textOf(value.agent_id);
	const id = idFrom(value.id) ?? unknownId;
	return {
		id,
		title,
		titleSource: titleSources.find(each => each === more.title_source) ?? (title === undefined ? 'none' : 'custom'),
		cwd: known('workspace'),
		latestCwd: stringOf(more.latest_cwd),
		gitBranch: stringOf(more.git_branch),
		gitCommit: stringOf(more.git_commit),
		gitRemote: stringOf(more.git_remote),
		startedAt: stringOf(more.started_at) ?? time('started_at'),
		endedAt: stringOf(more.ended_at) ?? time('ended_at'),
		agentVersion: stringOf(more.agent_version),
		parentId: stringOf(value.parent_session_id),
		parentCallId: stringOf(more.parent_call_id),
		isAgentSession: value.is_agent_session === true,
		agentId: agentId === id ? undefined : agentId,
		forkedFrom: stringOf(more.forked_from),
		forkedAt: stringOf(more.forked_at),
		archived: typeof more.archived === 'boolean' ? more.archived : undefined,
		counts: isFields(more.counts) ? countsFrom(more.counts) : undefined,
		models: Array.isArray(more.models) ? more.models.filter(model => typeof model === 'string') : undefined,
		modelProvider: stringOf(more.model_provider),
		told: toldSession(more.project_name, more.model_config),
		tokens: isFields(more.token_usage) ? tokensFrom(more.token_usage) : undefined,
		cost: numberOf(more.cost),
		source: sourceFrom(fieldsOf(value.source), folderFrom(value)),
	};
}

function sourceFrom({type, host, path}: Fields, folder: string | undefined): Session['source'] {
	const place = stringOf(path);
	if (place === undefined) return undefined;
	return {
		type: stringOf(type) ?? 'local',
		...(typeof host === 'string' ? {host} : undefined),
		path: place,
		...(folder === undefined ? undefined : {folder}),
	};
}

/** Other programs, and other systems, name it in their own way. */
function folderFrom({workspace, workspace_encoded: given}: Fields): string | undefined {
	const folder = stringOf(given);
	return folder === encoded(stringOf(workspace) ?? '') ? undefined : folder;
}
