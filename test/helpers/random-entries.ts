/** Entries as no agent would write them, in any order: whatever the types allow. */
import {type Entry, type EntryKind, entryKinds} from '../../source/model/entry.ts';
import {universalTools} from '../../source/model/tool.ts';
import type {MadeEntry} from './made-export.ts';
import type {Random} from './random.ts';

export function randomEntries(random: Random, most: number): MadeEntry[] {
	const pick = <T>(values: readonly T[]): T => random.pick(values);
	const maybe = <T>(value: T): T | undefined => (random.below(10) < 3 ? value : undefined);
	const words = () =>
		pick(['', ' ', 'one', 'two words', '漢字 👍', '\ud800', '```', '{"a":1}', 'line\nline', '(empty)']);
	const time = () =>
		pick([
			undefined,
			'2026-01-01T00:00:00Z',
			'2026-01-01T01:00:00+01:00',
			'2026-01-01T00:00:01.5Z',
			'never',
			'2026-01-01T00:00:02',
		]);
	const input = () =>
		pick<unknown>([
			undefined,
			null,
			'text',
			3,
			[],
			[1],
			{},
			{input: 'x'},
			{value: 1},
			{file_path: 'a*'},
			{command: 'ls\nls'},
			{path: 'p'},
		]);
	const output = (): Partial<NonNullable<Entry['tool']>> => {
		const text = words();
		return {
			output: maybe(text),
			isError: maybe(true),
			printed: pick([undefined, undefined, text.slice(1), '', 'other']),
			exitCode: maybe(pick([0, 1])),
			durationMs: maybe(1.5),
			patch: maybe(pick(['--- a\n+++ b\n', '-```\n+````', ''])),
			found: maybe(pick([{}, {files: 1}, {matches: 2, files: 3}])),
		};
	};
	return Array.from({length: random.below(most)}, (_, at): MadeEntry => {
		const kind = pick<EntryKind>([
			...entryKinds,
			'user',
			'tool_call',
			'tool_result',
			'tool_call',
			'tool_result',
			'thinking',
			'assistant',
		]);
		const isTool = kind === 'tool_call' || kind === 'tool_result';
		return {
			kind,
			id: pick([`e${at}`, `e${at}`, `e${at}#1`, `c${at % 3}.`]) + (at % 2 === 0 ? '' : `/${at}`) + at,
			parent: pick([undefined, `e${at - 1}`, 'nobody']),
			role: pick(['user', 'assistant', 'system', 'tool', undefined]),
			timestamp: time(),
			text: words(),
			model: pick([undefined, '', ' ', 'm1', 'm2']),
			message: pick([undefined, undefined, 'a', 'b']),
			detail: maybe('detail'),
			isAside: maybe(true),
			isError: maybe(true),
			isSidechain: maybe(true),
			spawned: maybe('child'),
			cutBytes: maybe(5),
			media: maybe([{type: 'image/png', bytes: 3}]),
			facts: pick([undefined, {}, {requestId: 'r'}, {cwd: '/elsewhere', tokens: {input: 1}, cost: 0}]),
			...(isTool || random.below(10) === 0
				? {
						tool: {
							name: pick(['', ' ', 'Bash', 'Edit', 'odd', 'mcp__a__b', 'unknown']),
							universal: pick(universalTools),
							callId: pick([undefined, '', 'c0.', 'c1', 'c2', `c${at}`]),
							input: kind === 'tool_result' ? undefined : input(),
							...(kind === 'tool_result' ? output() : {}),
						},
					}
				: {}),
		};
	});
}
