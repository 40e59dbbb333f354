/** Who a rollout is: the first `session_meta` of the file. Later ones are copied history and say nothing about it. */
import {fieldsOf, firstText, isFields, isoTime, numberOf, textOf} from '../fields.ts';
import type {Line} from './line.ts';

/** The kept beginning of another rollout that this one continues. */
export type HistoryBase = {
	/** Of a thread, or after a backtrack of one of its files. */
	readonly rolloutId: string;
	readonly endOrdinal?: number;
	readonly endOffset: number;
};

export type SessionMeta = {
	readonly id: string;
	readonly startedAt?: string;
	readonly cwd?: string;
	readonly version?: string;
	readonly gitBranch?: string;
	readonly gitCommit?: string;
	readonly gitRemote?: string;
	readonly modelProvider?: string;
	readonly isAgent: boolean;
	readonly parentId?: string;
	readonly agentNickname?: string;
	readonly agentRole?: string;
	/** `/root/task` */
	readonly agentPath?: string;
	readonly forkedFrom?: string;
	readonly base?: HistoryBase;
	/** Records of a sub-agent before this one are its parent's. */
	readonly startOrdinal?: number;
};

export function sessionMetaOf({payload, timestamp}: Line): SessionMeta | undefined {
	const id = textOf(payload.id) ?? textOf(payload.session_id);
	if (id === undefined) return undefined;
	const source = fieldsOf(payload.source);
	const spawn = fieldsOf(fieldsOf(source.subagent).thread_spawn);
	const root = textOf(payload.session_id);
	const git = fieldsOf(payload.git);
	const isAgent =
		source.subagent !== undefined ||
		source.internal !== undefined ||
		/^(?:subagent|memory)/.test(textOf(payload.thread_source) ?? '');
	const parentId =
		textOf(payload.parent_thread_id) ?? textOf(spawn.parent_thread_id) ?? (isAgent && root !== id ? root : undefined);
	return {
		id,
		startedAt: isoTime(payload.timestamp) ?? timestamp,
		cwd: textOf(payload.cwd),
		version: textOf(payload.cli_version),
		gitBranch: textOf(git.branch),
		gitCommit: textOf(git.commit_hash),
		gitRemote: textOf(git.repository_url),
		modelProvider: textOf(payload.model_provider),
		isAgent: isAgent || parentId !== undefined,
		parentId,
		agentNickname: textOf(payload.agent_nickname) ?? textOf(spawn.agent_nickname),
		agentRole: firstText(payload, 'agent_role', 'agent_type') ?? textOf(spawn.agent_role) ?? textOf(source.subagent),
		agentPath: textOf(payload.agent_path) ?? textOf(spawn.agent_path),
		forkedFrom: textOf(payload.forked_from_id),
		base: baseOf(payload.history_base),
		startOrdinal: numberOf(payload.subagent_history_start_ordinal),
	};
}

function baseOf(value: unknown): HistoryBase | undefined {
	if (!isFields(value)) return undefined;
	const rolloutId = textOf(value.thread_id);
	const endOffset = numberOf(value.end_byte_offset);
	if (rolloutId === undefined || endOffset === undefined || endOffset <= 0) return undefined;
	return {rolloutId, endOffset, endOrdinal: numberOf(value.end_ordinal_exclusive)};
}
