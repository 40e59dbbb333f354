/** What a few short reads tell of a file that might be a session. */
import path from 'node:path';
import {type Fields, isFields} from '../fields.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {type MessageShape, shapeOf} from './message.ts';
import {settingsAtEnd, stampAtEnd} from './read-end.ts';
import {SessionFacts} from './session-facts.ts';
import {type Piece, splitLog} from './split-log.ts';

/** Further than this nobody looks for a first word; a file so large is listed anyway. */
const reaches = [16 * 1024, 1024 * 1024, 8 * 1024 * 1024];

export type Probe = {
	readonly size: number;
	/** The time of the newest record; the file's own time where no record has one. */
	readonly endedAt: string;
} & (
	| {readonly facts: SessionFacts; readonly isCheckpoint: boolean}
	| {
			readonly verdict: 'hidden' | 'unreadable';
			readonly reason: string;
			readonly detail?: string;
			readonly sessionId?: string;
	  }
);

/** Throws errors of the file system only. */
export function probe(file: string): Probe {
	const ends = new FileEnds(file);
	try {
		const {size} = ends;
		let sighting = new Sighting();
		let reach = 0;
		for (reach of reaches) {
			sighting = new Sighting();
			sighting.look(ends.head(reach), file);
			if (sighting.isEnough || reach >= size) break;
		}
		const isWhole = reach >= size;
		const {facts, isCheckpoint} = sighting;
		const endedAt = isWhole && sighting.isExhausted ? facts.endedAt : lookAtEnd(ends, sighting);
		const found = {size, endedAt: endedAt ?? new Date(ends.modifiedMs).toISOString()};
		if (sighting.isOurs && (facts.hasConversation || !isWhole)) return {...found, facts, isCheckpoint};
		return {...found, ...sighting.refusal(ends.head(reach), file), sessionId: facts.sessionId};
	} finally {
		ends.close();
	}
}

function lookAtEnd(ends: FileEnds, {facts, isDocument}: Sighting): string | undefined {
	// A document names its kind behind its messages.
	if (isDocument) facts.observeHeader(settingsAtEnd(ends, true));
	return stampAtEnd(ends, isDocument) ?? facts.endedAt;
}

const stepBytes = 4 * 1024;
const ownTypes = new Set(['user', 'gemini', 'model', 'info', 'warning', 'error']);

class Sighting {
	readonly facts = new SessionFacts();
	isCheckpoint = false;
	isDocument = false;
	/** All that was shown to it was looked at. */
	isExhausted = false;
	private json = 0;
	private messages = 0;
	private sample: unknown;

	get isEnough(): boolean {
		const {sessionId, hasConversation} = this.facts;
		return hasConversation && (sessionId !== undefined || this.isCheckpoint);
	}

	get isOurs(): boolean {
		return (
			this.messages > 0 ||
			this.isCheckpoint ||
			(this.facts.sessionId !== undefined && this.facts.projectHash !== undefined)
		);
	}

	look(head: Buffer, file: string): void {
		const digest = ({value}: {value: unknown}) => (isFields(value) && isOwnMessage(value) ? shapeOf(value) : undefined);
		const splitter = splitLog({path: file, head, report: () => {}, digest});
		this.isDocument = splitter.isDocument;
		// As a rule the first few lines are enough.
		for (let at = 0; at < head.length && !this.isEnough; at += stepBytes)
			for (const piece of splitter.push(head.subarray(at, at + stepBytes))) this.take(piece);
		if (this.isEnough) return;
		for (const piece of splitter.finish()) this.take(piece);
		this.isExhausted = true;
	}

	private take(piece: Piece<MessageShape | undefined>): void {
		const {value} = piece.record;
		if (value !== undefined) this.json++;
		this.sample ??= value;
		if (piece.kind === 'line') this.seeSnapshot(piece.messages.filter(shape => shape !== undefined));
		if (!isFields(value)) return;
		if (piece.kind === 'message' || typeof value.id === 'string') this.see(value);
		else this.facts.observeHeader(isFields(value.$set) ? value.$set : value);
	}

	refusal(head: Buffer, file: string): {verdict: 'hidden' | 'unreadable'; reason: string; detail?: string} {
		if (head.toString('utf8').trim() === '') return {verdict: 'hidden', reason: 'empty file'};
		if (this.isOurs) return {verdict: 'hidden', reason: 'no conversation in it, only bookkeeping'};
		if (this.json > 0)
			return {verdict: 'hidden', reason: 'not a Gemini CLI session', detail: describeSample(this.sample)};
		const isJson = path.extname(file) === '.json';
		return {verdict: 'unreadable', reason: isJson ? 'damaged JSON document' : 'no line of it is JSON'};
	}

	private seeSnapshot(shapes: readonly MessageShape[]): void {
		this.messages += shapes.length;
		this.facts.observeSnapshot(shapes);
	}

	private see(value: Fields): void {
		const isTurn = (value.role === 'user' || value.role === 'model') && Array.isArray(value.parts);
		if (isTurn && value.id === undefined) this.isCheckpoint = true;
		else if (!isOwnMessage(value)) return;
		this.messages++;
		this.facts.observeMessage(value, shapeOf(value));
	}
}

function isOwnMessage({id, type, content, parts, toolCalls, thoughts}: Fields): boolean {
	if (typeof id !== 'string' || typeof type !== 'string') return false;
	if (Array.isArray(toolCalls) || Array.isArray(thoughts)) return true;
	return ownTypes.has(type) && (content !== undefined || Array.isArray(parts));
}

function describeSample(value: unknown): string {
	return isFields(value)
		? `its first record has the fields ${Object.keys(value).slice(0, 6).join(', ')}`
		: 'no records';
}
