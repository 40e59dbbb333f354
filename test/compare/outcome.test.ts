import {describe, expect, it} from 'vitest';
import {patchLines} from '../../source/actions/diff-text.ts';
import {compareFiles} from '../../source/compare/compare-files.ts';
import {outcomeOf} from '../../source/compare/outcome.ts';
import {fileWords} from '../../source/compare/side-words.ts';
import {stepsOf} from '../../source/compare/step.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {ToolUse} from '../../source/model/tool.ts';
import {entry} from '../helpers/fake-library.ts';

let calls = 0;

function used(universal: ToolUse['universal'], input: unknown, {isError = false, hasResult = true} = {}): Entry[] {
	const tool = {name: universal, universal, callId: `c${++calls}`};
	const call = entry('tool_call', '', {tool: {...tool, input}});
	return hasResult ? [call, entry('tool_result', '', {tool: {...tool, output: 'ok', isError}, isError})] : [call];
}

async function left(...entries: Entry[]) {
	return outcomeOf(await stepsOf(entries), '/project');
}

async function textOf(path: string, ...entries: Entry[]): Promise<string | undefined> {
	return (await left(...entries)).get(path)?.text;
}

describe('the files a session leaves', () => {
	it('are what was written last, with every edit made', async () => {
		const text = await textOf(
			'a.ts',
			...used('write', {file_path: '/project/a.ts', content: 'one\ntwo\ntwo\n'}),
			...used('edit', {file_path: '/project/a.ts', old_string: 'one', new_string: 'ONE'}),
			...used('edit', {file_path: './a.ts', old_string: 'two', new_string: 'TWO', replace_all: true}),
			...used('edit', {
				filePath: 'a.ts',
				edits: [
					{oldText: 'ONE', newText: '1'},
					{old_string: 'TWO', new_string: '2'},
				],
			}),
		);
		expect(text).toBe('1\n2\nTWO\n');
	});

	it('follow patches: added, changed by the lines around, moved, deleted', async () => {
		const files = await left(
			...used('edit', {input: '*** Begin Patch\n*** Add File: b.ts\n+first\n+second\n+third\n*** End Patch'}),
			...used('bash', {
				command: [
					'apply_patch',
					'*** Begin Patch\n*** Update File: b.ts\n@@\n first\n-second\n+2nd\n third\n*** End Patch',
				],
			}),
			...used('edit', {patch: '*** Begin Patch\n*** Add File: c.ts\n+x\n*** Delete File: d.ts\n*** End Patch'}),
			...used('edit', {patch: '*** Begin Patch\n*** Update File: c.ts\n*** Move to: e.ts\n@@\n-x\n+y\n*** End Patch'}),
		);
		expect(files.get('b.ts')?.text).toBe('first\n2nd\nthird\n');
		expect(files.get('d.ts')?.isDeleted).toBe(true);
		expect(files.get('c.ts')?.isDeleted).toBe(true);
		expect(files.get('e.ts')?.text).toBe('y\n');
	});

	it('are partial where nobody knows how they began', async () => {
		const file = (await left(...used('edit', {file_path: 'a.ts', old_string: 'x', new_string: 'y'}))).get('a.ts')!;
		expect(file.text).toBeUndefined();
		expect(file.pieces).toEqual([{before: 'x', after: 'y'}]);
	});

	it('know nothing of calls that failed, or never ended', async () => {
		const files = await left(
			...used('write', {path: 'a', content: 'x'}),
			...used('write', {path: 'a', content: 'y'}, {isError: true}),
			...used('write', {path: 'a', content: 'z'}, {hasResult: false}),
			...used('bash', {command: 'rm a'}),
		);
		expect([...files.values()]).toEqual([{path: 'a', text: 'x', isDeleted: false, pieces: []}]);
	});
});

describe('two of them', () => {
	it('are the same, differ, or stand on one side', async () => {
		const write = (path: string, content: string) => used('write', {path, content});
		const one = await left(...write('same', 'a\n'), ...write('other', 'a\nb\n'), ...write('mine', 'm\n'));
		const two = await left(
			...write('same', 'a\n'),
			...write('other', 'a\nc\n'),
			...used('edit', {path: 'part', old_string: 'x', new_string: 'y'}),
		);
		const compared = compareFiles(one, two);
		expect(compared.map(({path, status}) => [path, status])).toEqual([
			['mine', 'only_left'],
			['other', 'changed'],
			['part', 'partial'],
			['same', 'same'],
		]);
		expect(compared[1]!.patch).toContain('-b\n+c\n');
		expect(compared[2]!.patch).toContain('+y');
		expect(compareFiles(one, one).every(({status, patch}) => status === 'same' && patch === '')).toBe(true);
	});

	it('that both changed alike are the same, are said to be partial, and show the change once', async () => {
		const files = await left(...used('edit', {path: 'part', old_string: 'x', new_string: 'y'}));
		const [file] = compareFiles(files, files);
		expect(file!.status).toBe('same');
		expect(fileWords(file!)).toContain('partial');
		expect(patchLines(file!.patch)).toEqual(['@@ what both change @@', '-x', '+y']);
	});
});
