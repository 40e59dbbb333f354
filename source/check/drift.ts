/** Whether `check` would have something to say of a session, found while somebody reads it anyway. */
import type {SessionRef} from '../adapters/adapter.ts';
import type {Message} from '../adapters/opencode/source.ts';
import {Findings} from './findings.ts';
import {loadKnown} from './known.ts';
import {codexKind} from './records/codex-records.ts';
import {cursorKind} from './records/cursor-records.ts';
import {geminiKind} from './records/gemini-records.ts';
import {messageRecords} from './records/opencode-records.ts';
import {walk} from './walk.ts';

export type DriftWatch = {
	/** Takes the records of the session as they are read. */
	readonly observe: (record: unknown) => void;
	/** How many kinds of change were seen so far. */
	readonly count: () => number;
};

const kinds: Readonly<Record<string, (record: unknown) => string>> = {
	codex: codexKind,
	gemini: geminiKind,
	cursor: cursorKind,
};

/** undefined: nothing is known of such records. */
export async function watchDrift({
	agent,
	format,
}: Pick<SessionRef, 'agent' | 'format'>): Promise<DriftWatch | undefined> {
	const known = format === undefined ? await loadKnown(agent) : undefined;
	if (!known) return undefined;
	const findings = new Findings();
	const compare = (kind: string, value: unknown) => {
		const shape = known.shapes.get(kind);
		if (shape) walk(shape, value, findings);
	};
	const kindOf = kinds[agent] ?? (() => 'line');
	const observe =
		agent === 'opencode'
			? (message: unknown) => {
					for (const {kind, value} of messageRecords(message as Message)) compare(kind, value);
				}
			: (record: unknown) => compare(kindOf(record), record);
	return {observe, count: () => findings.size};
}
