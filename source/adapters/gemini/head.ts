/** A session's header, from a few reads at the two ends of its file. */
import path from 'node:path';
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {fieldsOf, isFields} from '../fields.ts';
import {headerOf} from '../header-of.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {titleFrom} from '../titles.ts';
import {type MessageShape, shapeOf} from './message.ts';
import {checkpointTag, isCheckpointName, whereaboutsOf} from './places.ts';
import {projectPath} from './project-paths.ts';
import {settingsAtEnd, stampAtEnd} from './read-end.ts';
import {readStart} from './read-start.ts';
import {SessionFacts} from './session-facts.ts';
import type {Piece} from './split-log.ts';

/** How far to look for a first prompt that stands behind large records. */
const reaches = [64 * 1024, 4 * 1024 * 1024];

export function readHead(ref: SessionRef): Session {
	let facts = new SessionFacts();
	for (const reach of reaches) {
		facts = new SessionFacts();
		// The oldest file tells how it began.
		const isWhole = [...ref.files].reverse().map(file => observeEnds(file, reach, facts));
		if (facts.hasPrompt || isWhole.every(Boolean)) break;
	}
	return sessionFrom(ref, facts);
}

/** Whether that was all of it. */
function observeEnds(file: string, reach: number, facts: SessionFacts): boolean {
	const ends = new FileEnds(file);
	try {
		const {isDocument, isWhole} = readStart(ends, reach, {
			digest: ({value}) => shapeOf(fieldsOf(value)),
			take: piece => observePiece(piece, facts),
			isEnough: () => facts.hasPrompt && facts.sessionId !== undefined,
		});
		if (isWhole) return true;
		facts.observeHeader(settingsAtEnd(ends, isDocument));
		facts.observeEnd(stampAtEnd(ends, isDocument));
		return ends.size <= reach;
	} finally {
		ends.close();
	}
}

function observePiece(piece: Piece<MessageShape>, facts: SessionFacts): void {
	const value = fieldsOf(piece.record.value);
	if (piece.kind === 'line') facts.observeSnapshot(piece.messages);
	if (piece.kind === 'message' || typeof value.id === 'string') facts.observeMessage(value, shapeOf(value));
	else facts.observeHeader(isFields(value.$set) ? value.$set : value);
}

/** The fields that do not depend on how much of the file was read. */
export function sessionFrom(ref: SessionRef, facts: SessionFacts): Session {
	const tag = isCheckpoint(ref) ? titleFrom(checkpointTag(ref.path)) : undefined;
	return {
		...headerOf(ref),
		...(tag === undefined ? facts.title() : {title: tag, titleSource: 'custom' as const}),
		cwd: projectPath(ref.store, whereaboutsOf(ref.path).project, facts),
		...facts.fields(),
	};
}

function isCheckpoint({path: file}: SessionRef): boolean {
	return isCheckpointName(path.basename(file)) && path.basename(path.dirname(file)) !== 'chats';
}
