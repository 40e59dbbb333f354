/** What a few short reads tell of a file that might be a session. */
import {createHash} from 'node:crypto';
import path from 'node:path';
import {type Fields, isFields} from '../fields.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {type MessageShape, shapeOf} from './message.ts';
import {settingsAtEnd, stampAtEnd} from './read-end.ts';
import {readStart} from './read-start.ts';
import {SessionFacts} from './session-facts.ts';
import type {Piece} from './split-log.ts';

/** Further than this nobody looks for a first word; a file so large is listed anyway. */
const reaches = [16 * 1024, 1024 * 1024, 8 * 1024 * 1024];

export type Refusal = {
	readonly verdict: 'hidden' | 'unreadable';
	readonly reason: string;
	readonly detail?: string;
	readonly sessionId?: string;
};

/** Whose file it is. Plain values, so that it can be stored. */
export type Identity = {
	readonly sessionId?: string;
	readonly projectHash?: string;
	readonly isAgent: boolean;
	/** The same for two files that begin with the same words. */
	readonly openingHash?: string;
};

export type Probe = {
	readonly size: number;
	/** The time of the newest record; the file's own time where no record has one. */
	readonly endedAt: string;
} & ({readonly identity: Identity; readonly isCheckpoint: boolean} | Refusal);

/** Throws errors of the file system only. */
export function probe(file: string): Probe {
	const ends = new FileEnds(file);
	try {
		let {sighting, start} = look(ends, reaches[0]!);
		for (const reach of reaches.slice(1)) {
			if (sighting.isEnough || start.isWhole) break;
			({sighting, start} = look(ends, reach));
		}
		const {facts, isCheckpoint} = sighting;
		// A document names its kind behind its messages.
		if (start.isDocument && !start.isWhole) facts.observeHeader(settingsAtEnd(ends, true));
		const stamp = start.isWhole ? undefined : stampAtEnd(ends, start.isDocument);
		const endedAt = stamp ?? facts.endedAt ?? new Date(ends.modifiedMs).toISOString();
		const {size} = ends;
		if (sighting.isOurs && (facts.hasConversation || !start.isWhole))
			return {size, endedAt, identity: identityOf(facts), isCheckpoint};
		return {size, endedAt, ...sighting.refusal(ends)};
	} finally {
		ends.close();
	}
}

function identityOf({sessionId, projectHash, isAgent, opening}: SessionFacts): Identity {
	const openingHash = opening === undefined ? undefined : createHash('sha256').update(opening.trim()).digest('hex');
	return {sessionId, projectHash, isAgent, openingHash};
}

function look(ends: FileEnds, reach: number) {
	const sighting = new Sighting();
	const start = readStart(ends, reach, {
		digest: ({value}) => (isFields(value) && isOwnMessage(value) ? shapeOf(value) : undefined),
		take: piece => sighting.take(piece),
		isEnough: () => sighting.isEnough,
	});
	return {sighting, start};
}

class Sighting {
	readonly facts = new SessionFacts();
	isCheckpoint = false;
	private json = 0;
	private messages = 0;
	private sample: unknown;

	get isEnough(): boolean {
		const {sessionId, hasConversation} = this.facts;
		return hasConversation && (sessionId !== undefined || this.isCheckpoint);
	}

	get isOurs(): boolean {
		const {sessionId, projectHash} = this.facts;
		return this.messages > 0 || (sessionId !== undefined && projectHash !== undefined);
	}

	take(piece: Piece<MessageShape | undefined>): void {
		const {value} = piece.record;
		if (value !== undefined) this.json++;
		this.sample ??= value;
		if (piece.kind === 'line') this.takeSnapshot(piece.messages.filter(shape => shape !== undefined));
		if (!isFields(value)) return;
		if (piece.kind === 'message' || typeof value.id === 'string') this.takeMessage(value);
		else this.facts.observeHeader(isFields(value.$set) ? value.$set : value);
	}

	refusal(ends: FileEnds): Refusal {
		const {sessionId} = this.facts;
		if (this.isOurs) return {verdict: 'hidden', reason: 'no conversation in it, only bookkeeping', sessionId};
		if (this.json > 0) {
			const detail = describeSample(this.sample);
			return {verdict: 'hidden', reason: 'not a Gemini CLI session', detail};
		}
		if (ends.head(reaches[1]!).toString('utf8').trim() === '') return {verdict: 'hidden', reason: 'empty file'};
		const isJson = path.extname(ends.path) === '.json';
		return {verdict: 'unreadable', reason: isJson ? 'damaged JSON document' : 'no line of it is JSON'};
	}

	private takeSnapshot(shapes: readonly MessageShape[]): void {
		this.messages += shapes.length;
		this.facts.observeSnapshot(shapes);
	}

	private takeMessage(value: Fields): void {
		const isTurn = (value.role === 'user' || value.role === 'model') && Array.isArray(value.parts);
		if (isTurn && value.id === undefined) this.isCheckpoint = true;
		else if (!isOwnMessage(value)) return;
		this.messages++;
		this.facts.observeMessage(value, shapeOf(value));
	}
}

const ownTypes = new Set(['user', 'gemini', 'model', 'info', 'warning', 'error']);

function isOwnMessage({id, type, content, parts, toolCalls, thoughts}: Fields): boolean {
	if (typeof id !== 'string' || typeof type !== 'string') return false;
	if (Array.isArray(toolCalls) || Array.isArray(thoughts)) return true;
	return ownTypes.has(type) && (content !== undefined || Array.isArray(parts));
}

function describeSample(value: unknown): string {
	if (!isFields(value)) return 'no records';
	return `its first record has the fields ${Object.keys(value).slice(0, 6).join(', ')}`;
}
