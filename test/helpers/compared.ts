/** Two made-up sides, compared. */
import {compareSides, type SidesCompared} from '../../source/compare/compare-sides.ts';
import {readComparedSide} from '../../source/compare/side.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';

export function sessionOf(id: string, more: Partial<Session> = {}): Session {
	const path = `/x/${id}.jsonl`;
	return {
		agent: 'claude',
		id,
		path,
		files: [path],
		size: 1,
		title: id,
		titleSource: 'custom',
		isAgentSession: false,
		...more,
	};
}

async function* streamed(entries: readonly Entry[]): AsyncGenerator<Entry> {
	yield* entries;
}

export async function comparedOf(
	left: readonly Entry[],
	right: readonly Entry[],
	sessions: readonly [Session, Session] = [sessionOf('left'), sessionOf('right')],
): Promise<SidesCompared> {
	return compareSides(
		await readComparedSide(sessions[0], undefined, streamed(left)),
		await readComparedSide(sessions[1], undefined, streamed(right)),
	);
}
