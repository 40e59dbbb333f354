/** A session on its way out, made of the entries a test names. */
import type {BranchChoice, Compaction} from '../../source/adapters/adapter.ts';
import type {Exported, Writer} from '../../source/formats/format.ts';
import {BranchGraphBuilder} from '../../source/model/branch-graph-builder.ts';
import type {Entry, EntryKind} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import {exportedAt} from './written-session.ts';

export type MadeEntry = Partial<Entry> & {readonly kind: EntryKind};

export type MadeSession = {
	readonly session?: Partial<Session>;
	readonly agentName?: string;
	readonly branch?: BranchChoice;
	readonly compactions?: readonly Compaction[];
	/** Told of each entry that is read. */
	readonly onEntry?: (at: number) => void;
};

export function madeExport(entries: readonly MadeEntry[], made: MadeSession = {}): Exported {
	const whole = entries.map(
		(entry, at): Entry => ({id: `e${at}`, text: '', locator: {path: '/s.jsonl', offset: at, length: 1}, ...entry}),
	);
	const builder = new BranchGraphBuilder();
	for (const [at, {id, kind}] of whole.entries())
		builder.add({id, parent: whole[at - 1]?.id, role: kind === 'user' ? 'prompt' : 'aside'});
	return {
		session: {
			agent: 'claude',
			id: 's1',
			path: '/s.jsonl',
			files: ['/s.jsonl'],
			size: 1,
			titleSource: 'none',
			isAgentSession: false,
			cwd: '/home/user/app',
			startedAt: '2026-01-02T03:04:05Z',
			endedAt: '2026-01-02T04:00:00Z',
			agentVersion: '1.2.3',
			...made.session,
		},
		agentName: made.agentName ?? 'Claude Code',
		graph: builder.build(),
		compactions: made.compactions ?? [],
		branch: made.branch,
		exportedAt,
		async *entries() {
			for (const [at, entry] of whole.entries()) {
				made.onEntry?.(at);
				yield entry;
			}
		},
		ranges: [undefined],
		async *batches() {
			for (const [at, entry] of whole.entries()) {
				made.onEntry?.(at);
				yield [entry];
			}
		},
		async *records() {},
	};
}

export async function writtenText(exported: Exported, write: Writer): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of write(exported)) pieces.push(Buffer.from(piece as string));
	return Buffer.concat(pieces).toString('utf8');
}

export const callOf = (
	name: string,
	callId: string | undefined,
	input: unknown,
	more: Partial<Entry> = {},
): MadeEntry => ({
	kind: 'tool_call',
	role: 'assistant',
	tool: {name, universal: 'unknown', callId, input},
	...more,
});

export const resultOf = (
	callId: string | undefined,
	output: string,
	more: Partial<NonNullable<Entry['tool']>> = {},
): MadeEntry => ({
	kind: 'tool_result',
	role: 'tool',
	text: output,
	tool: {name: 'unknown', universal: 'unknown', callId, output, isError: false, ...more},
	isError: more.isError || undefined,
});
