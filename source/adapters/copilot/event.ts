import {type Fields, fieldsOf, isFields, textOf} from '../fields.ts';
import {normalTime} from '../jsonl/normal-time.ts';

/** One event of a log, in one shape whatever wrote it. */
export type CopilotEvent = {
	readonly type: string;
	readonly data: Fields;
	readonly id?: string;
	/** The event before it. */
	readonly parentId?: string;
	readonly timestamp?: string;
	/** Said or done by a sub-agent, inside the log of the session that started it. */
	readonly isSidechain: boolean;
};

/** undefined: nothing Copilot is known to write. */
export function eventOf(value: unknown): CopilotEvent | undefined {
	if (!isFields(value)) return undefined;
	const type = textOf(value.type);
	if (type === undefined) return undefined;
	const data = fieldsOf(value.data);
	return {
		type,
		data,
		id: textOf(value.id),
		parentId: textOf(value.parentId),
		timestamp: normalTime(value.timestamp),
		isSidechain: textOf(value.agentId) !== undefined || textOf(data.parentToolCallId) !== undefined,
	};
}

/** What the first event of a log tells. */
export type Start = {
	readonly sessionId: string;
	/** The session that a detached agent goes on from. */
	readonly parentId?: string;
};

export function startOf(event: CopilotEvent | undefined): Start | undefined {
	if (event?.type !== 'session.start') return undefined;
	const sessionId = textOf(event.data.sessionId);
	return sessionId === undefined
		? undefined
		: {sessionId, parentId: textOf(event.data.detachedFromSpawningParentSessionId)};
}
