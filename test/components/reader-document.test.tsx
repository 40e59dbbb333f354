import {describe, expect, test} from 'vitest';
import {type BlockStyle, layoutBlock, folded as normal} from '../../source/components/reader/layout/layout-block.ts';
import {ReaderDocument} from '../../source/components/reader/reader-document.ts';
import type {Entry} from '../../source/model/entry.ts';
import {widthOf} from '../../source/text/width.ts';
import {entry, toolUse} from '../helpers/fake-library.ts';

const folded: BlockStyle = {columns: 60, folds: normal, hasClock: false};
const unfolded: BlockStyle = {...folded, folds: {...normal, tools: true, thinking: true, side: true}};

function drawn(entries: readonly Entry[], style = folded): string[] {
	const document = new ReaderDocument();
	for (const each of entries) document.add(each);
	return document.blocks
		.flatMap(block => layoutBlock(block, style))
		.map(line =>
			line
				.map(({text}) => text)
				.join('')
				.trimEnd(),
		);
}

describe('a session as lines', () => {
	test('prompts have a bar, answers follow with what they did, folded', () => {
		const entries = [
			entry('user', 'Fix it'),
			entry('thinking', 'I should look first.'),
			entry('assistant', 'Looking.'),
			...toolUse('Bash', {command: 'npm test'}, 'a\nb\n', true),
			entry('user', 'Thanks'),
		];
		expect(drawn(entries)).toEqual([
			' ┃ Fix it',
			'',
			'   ▸ thinking  4 words',
			'',
			'   Looking.',
			`   ▸ Bash  npm test${' '.repeat(31)}✗ 2 lines`,
			'',
			' ┃ Thanks',
		]);
	});

	test('unfolded, thinking and output are there', () => {
		const entries = [entry('thinking', 'Hm.'), ...toolUse('Bash', {command: 'one\ntwo'}, 'out')];
		expect(drawn(entries, unfolded).map(line => line.trim())).toEqual([
			'▾ thinking  1 word',
			'Hm.',
			expect.stringContaining('▾ Bash'),
			'one',
			'two',
			'out',
		]);
	});

	test('an edit is a diff with its size', () => {
		const tool = {
			name: 'Edit',
			universal: 'edit',
			callId: 'e',
			input: {file_path: 'a.ts', old_string: 'x\ny', new_string: 'z'},
		} as const;
		const call = entry('tool_call', 'a.ts', {tool});
		const result = entry('tool_result', 'ok', {tool: {name: 'Edit', universal: 'edit', callId: 'e', output: 'ok'}});
		const lines = drawn([call, result], unfolded).map(line => line.trim());
		expect(lines[0]).toMatch(/^▾ Edit {2}a\.ts .* \+1 −2$/);
		expect(lines.slice(1)).toEqual(['- x', '- y', '+ z', 'ok']);
	});

	test('a result without its call, a call without its result, an unknown record: all are shown', () => {
		const [call, result] = toolUse('Bash', {command: 'x'}, 'out');
		expect(drawn([result!])[0]).toContain('a result whose call is not here');
		expect(drawn([call!])[0]).toContain('no result');
		expect(drawn([entry('unknown', '{"a":1}', {detail: 'new-thing'})])).toEqual(['   ? new-thing  {"a":1}']);
	});

	test('asides are left out; a compaction is a line across', () => {
		const lines = drawn([
			entry('system', 'noise', {isAside: true}),
			entry('compaction', 'compacted', {timestamp: undefined}),
		]);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatch(/^ {3}── compacted ─+$/);
	});

	test('what sub-agents wrote into the file is one line until it is unfolded', () => {
		const side = ['one', 'two', 'three'].map(text => entry('assistant', text, {isSidechain: true}));
		expect(drawn(side)).toEqual([' ┆ ▸ sub-agent  3 steps written here']);
		expect(drawn(side, unfolded).join('\n')).toContain('three');
	});

	test('long notes fold, short ones do not', () => {
		expect(drawn([entry('system', 'one line')])).toEqual(['   · one line']);
		expect(drawn([entry('system', 'a\nb\nc\nd\ne', {detail: 'system/info'})])[0]).toMatch(/▸ info .*5 lines/);
	});

	test('images are described', () => {
		const lines = drawn([entry('user', 'see', {media: [{type: 'image/png', bytes: 12_000}]})]);
		expect(lines).toEqual([' ┃ see', ' ┃ ▣ image/png  12 KB']);
	});

	test('no line is wider than the screen', () => {
		const nasty = ['漢字'.repeat(80), 'word '.repeat(50), 'x'.repeat(300), '👨‍👩‍👧 '.repeat(40), 'a\tb\tc'.repeat(30)];
		const entries = nasty.flatMap(text => [
			entry('user', text),
			entry('assistant', text),
			entry('thinking', text),
			...toolUse(text, {command: text}, text),
			entry('system', text, {detail: text}),
			entry('unknown', text, {detail: text}),
			entry('title', text),
		]);
		for (const columns of [24, 40, 81, 200]) {
			for (const style of [folded, unfolded]) {
				for (const hasClock of [true, false]) {
					for (const line of drawn(entries, {...style, columns, hasClock}))
						expect(widthOf(line), line).toBeLessThanOrEqual(columns);
				}
			}
		}
	});
});

describe('memory stays bounded', () => {
	test('one text is kept to a limit, and says what is missing', () => {
		const lines = drawn([entry('assistant', 'y '.repeat(1_000_000))]);
		expect(lines.at(-1)).toContain('more in the file');
		expect(lines.join('').length).toBeLessThan(400_000);
	});

	test('beyond the room of a session only beginnings are kept', () => {
		const document = new ReaderDocument({room: 10_000});
		for (let at = 0; at < 50; at++) document.add(entry('assistant', 'z'.repeat(5000)));
		const kept = document.blocks.reduce((sum, {body}) => sum + body.text.length, 0);
		expect(kept).toBeLessThan(10_000 + 50 * 2100);
		expect(document.blocks.at(-1)!.body.leftOut).toBeGreaterThan(2000);
	});
});
