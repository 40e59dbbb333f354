/** A session file as the explorer reads it: the real adapter on a real file, without a catalogue. */
import fs from 'node:fs';
import {sessionStretch} from '../../source/actions/session-stretch.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {loadRegistry} from '../../source/adapters/load-registry.ts';
import type {SessionSource} from '../../source/components/session-source.ts';
import type {AgentId} from '../../source/model/agent.ts';
import {fakeSearch} from './fake-search.ts';

export type FileSource = SessionSource & {
	readonly ref: SessionRef;
	/** Bytes of the session that were asked for in parts. */
	readonly asked: {bytes: number; stretches: number};
};

export type FileSourceOptions = {
	/** Where the reading of the whole waits until a test lets it go. */
	readonly pace?: () => Promise<void>;
	/** Where the reading of a part waits. */
	readonly stretchPace?: () => Promise<void>;
};

export async function fileSource(
	agent: AgentId,
	file: string,
	{pace, stretchPace}: FileSourceOptions = {},
): Promise<FileSource> {
	const adapter = (await loadRegistry()).adapterFor(agent);
	const ref = (await adapter.recognize(file))!;
	const asked = {bytes: 0, stretches: 0};
	return {
		ref,
		asked,
		places: [file],
		scan: async () => ({sessions: [ref], unreadable: 0}),
		head: () => adapter.head(ref),
		opening: () => adapter.opening(ref),
		async history(_, options) {
			await pace?.();
			return adapter.history({...ref, size: fs.statSync(file).size}, options) as ReturnType<SessionSource['history']>;
		},
		async stretch(_, range) {
			await stretchPace?.();
			const stretch = await sessionStretch(ref, range);
			asked.stretches++;
			asked.bytes += (stretch?.to ?? 0) - (stretch?.from ?? 0);
			return stretch;
		},
		search: fakeSearch(() => []),
	};
}
