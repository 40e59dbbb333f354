/**
 * Legacy forks copy their parent's lines into the new file, its `session_meta` first. Where the copy ends is not
 * written down; but ids of that time begin with the time they were made, so a turn that is older than the thread it
 * stands in was copied.
 */
import {type Fields, textOf} from '../fields.ts';
import type {Line} from './line.ts';

/** Copied lines are written in one go; without times in the ids this is how long that may take. */
const copyingMs = 1000;

export class CopiedHistory {
	private threadId: string | undefined;
	private threadTime: number | undefined;
	private startedMs = Number.NaN;
	private isCopying = false;

	begin(threadId: string | undefined): void {
		this.threadId = threadId;
		this.threadTime = threadId === undefined ? undefined : timeInId(threadId);
		this.startedMs = Number.NaN;
		this.isCopying = false;
	}

	/** Whether this line is one of the copied ones. To be asked for every line of the file, in order. */
	covers(line: Line): boolean {
		if (line.type === 'session_meta') {
			if (Number.isNaN(this.startedMs)) this.startedMs = Date.parse(line.timestamp ?? '');
			else if (textOf(line.payload.id) !== this.threadId) this.isCopying = true;
		} else if (this.isCopying && this.startsOwn(line)) this.isCopying = false;
		return this.isCopying;
	}

	private startsOwn(line: Line): boolean {
		const turnId = turnOf(line.payload);
		const turnTime = turnId === undefined ? undefined : timeInId(turnId);
		if (turnTime !== undefined && this.threadTime !== undefined) return turnTime >= this.threadTime;
		return Date.parse(line.timestamp ?? '') > this.startedMs + copyingMs;
	}
}

function turnOf(payload: Fields): string | undefined {
	return textOf(payload.turn_id);
}

/** The milliseconds in a UUID of version 7. */
function timeInId(id: string): number | undefined {
	return /^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
