/** The header of a session, the same from a row of the database, a JSON file and an export. */
import {type Fields, fieldsOf, firstText, isFields, isoTime, numberOf, textOf} from '../fields.ts';

/** Undone but not yet deleted: this message (or this part of it) and all that follows. */
export type Revert = {readonly messageId: string; readonly partId?: string};

export type SessionInfo = {
	readonly id: string;
	readonly projectId?: string;
	readonly parentId?: string;
	readonly directory?: string;
	readonly title?: string;
	readonly version?: string;
	readonly createdAt?: number;
	readonly updatedAt?: number;
	readonly isArchived: boolean;
	/** The second engine names it; the first does not. */
	readonly forkedFrom?: string;
	readonly revert?: Revert;
};

/** The columns of a header; which of them there are depends on the version. */
export const headerColumns = [
	'id',
	'project_id',
	'parent_id',
	'directory',
	'title',
	'version',
	'time_created',
	'time_updated',
	'time_archived',
	'fork_session_id',
] as const;

export function infoFromRow(row: Fields): SessionInfo {
	return {
		id: String(row.id),
		projectId: textOf(row.project_id),
		parentId: textOf(row.parent_id),
		directory: textOf(row.directory),
		title: textOf(row.title),
		version: textOf(row.version),
		createdAt: numberOf(row.time_created),
		updatedAt: numberOf(row.time_updated),
		isArchived: numberOf(row.time_archived) !== undefined,
		forkedFrom: textOf(row.fork_session_id),
		revert: revertOf(typeof row.revert === 'string' ? parse(row.revert) : row.revert),
	};
}

export function infoFromJson(value: Fields, id = textOf(value.id) ?? ''): SessionInfo {
	const time = fieldsOf(value.time);
	return {
		id,
		projectId: textOf(value.projectID),
		parentId: textOf(value.parentID),
		directory: textOf(value.directory) ?? textOf(fieldsOf(value.location).directory),
		title: textOf(value.title),
		version: textOf(value.version),
		createdAt: numberOf(time.created),
		updatedAt: numberOf(time.updated),
		isArchived: numberOf(time.archived) !== undefined,
		forkedFrom: textOf(fieldsOf(value.fork).sessionID),
		revert: revertOf(value.revert),
	};
}

export function endOf(info: SessionInfo): string | undefined {
	return isoTime(info.updatedAt) ?? isoTime(info.createdAt);
}

function revertOf(value: unknown): Revert | undefined {
	if (!isFields(value)) return undefined;
	const messageId = firstText(value, 'messageID');
	return messageId === undefined ? undefined : {messageId, partId: firstText(value, 'partID')};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
