/** What results tell besides their output: how a command ended, how long it took, what became of files. */
import {describe, expect, test} from 'vitest';
import {toolOutcome as claudeOutcome} from '../../source/adapters/claude/tool-outcome.ts';
import {unifiedFrom} from '../../source/adapters/codex/patch.ts';
import {outputOf as codexOutput} from '../../source/adapters/codex/tool-output.ts';
import {ToolCalls} from '../../source/adapters/copilot/tool-calls.ts';
import {toolOutcome as cursorOutcome} from '../../source/adapters/cursor/tool-outcome.ts';
import {outputOf as geminiOutput} from '../../source/adapters/gemini/tool-output.ts';
import {toolWords} from '../../source/adapters/opencode/decode-tool.ts';
import {toolOutcome as piOutcome} from '../../source/adapters/pi/tool-outcome.ts';
import {codex, codexSession, readClaude} from '../helpers/outcome-sessions.ts';

describe('Claude Code', () => {
	test('the code of a command stands in the first line of what the model was told', () => {
		expect(claudeOutcome('Exit code 2\nls: no such file', 'Error: Exit code 2\nls: no such file')).toEqual({
			printed: 'ls: no such file',
			exitCode: 2,
		});
		expect(claudeOutcome('Exit code 1', undefined)).toEqual({printed: '', exitCode: 1});
		expect(claudeOutcome('all is well: Exit code 1', undefined)).toEqual({});
		expect(claudeOutcome('out', {stdout: 'out', exitCode: 3})).toEqual({exitCode: 3});
	});

	test('marks around an error are not part of it', () => {
		expect(claudeOutcome('<tool_use_error>File has not been read yet.</tool_use_error>', undefined)).toEqual({
			printed: 'File has not been read yet.',
		});
	});

	test('times and finds', () => {
		expect(claudeOutcome('', {filenames: ['a', 'b'], durationMs: 12, numFiles: 2, truncated: false})).toEqual({
			durationMs: 12,
			found: {files: 2},
		});
		expect(claudeOutcome('', {mode: 'content', filenames: [], numFiles: 0, content: 'a:1'})).toEqual({});
		expect(claudeOutcome('', {mode: 'count', filenames: [], numFiles: 2, numMatches: 9})).toEqual({
			found: {files: 2, matches: 9},
		});
		expect(claudeOutcome('', {query: 'x', results: [], durationSeconds: 1.5})).toEqual({durationMs: 1500});
	});

	test('a structured patch is a unified diff', () => {
		const structuredPatch = [
			{oldStart: 4, oldLines: 3, newStart: 4, newLines: 3, lines: [' a', '-b', '+c', ' d']},
			{oldStart: 40, oldLines: 1, newStart: 40, newLines: 2, lines: [' x', '+y', '\\ No newline at end of file']},
		];
		expect(claudeOutcome('', {filePath: '/p/a.ts', structuredPatch}).patch).toBe(
			'--- /p/a.ts\n+++ /p/a.ts\n@@ -4,3 +4,3 @@\n a\n-b\n+c\n d\n@@ -40,1 +40,2 @@\n x\n+y\n\\ No newline at end of file\n',
		);
		expect(claudeOutcome('', {filePath: '/p/a.ts', structuredPatch: []})).toEqual({});
		expect(claudeOutcome('', {filePath: 7, structuredPatch: [null, {lines: 'x'}, {lines: [1, ' a']}]}).patch).toBe(
			'--- \n+++ \n@@ -1,0 +1,0 @@\n@@ -1,1 +1,1 @@\n a\n',
		);
	});

	test('what a record keeps is only told of a result that is alone in it', async () => {
		const beside = {filePath: 'a', structuredPatch: [{oldStart: 1, newStart: 1, lines: ['-a', '+b']}]};
		expect((await readClaude(1, beside)).map(({tool}) => tool?.patch)).toEqual([expect.stringContaining('-a\n+b')]);
		expect((await readClaude(2, beside)).map(({tool}) => tool?.patch)).toEqual([undefined, undefined]);
	});
});

describe('Codex', () => {
	test('heads its outputs with how the command ended', () => {
		const text =
			'Chunk ID: 4785fd\nWall time: 12.4000 seconds\nProcess exited with code 1\nOriginal token count: 6\nOutput:\nno\n';
		expect(codexOutput(text)).toMatchObject({
			text,
			isError: true,
			outcome: {printed: 'no\n', exitCode: 1, durationMs: 12_400},
		});
		expect(codexOutput('Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.').outcome).toEqual({
			printed: 'Success.',
			exitCode: 0,
			durationMs: 0,
		});
		expect(codexOutput('Wall time: 1 second is long').outcome).toBeUndefined();
	});

	test('wrapped its outputs in JSON at first', () => {
		const text = JSON.stringify({output: 'no\n', metadata: {exit_code: 2, duration_seconds: 0.5}});
		expect(codexOutput(text)).toEqual({text: 'no\n', isError: true, outcome: {exitCode: 2, durationMs: 500}});
	});

	test('knows the places of a patch in the files', () => {
		const changes = {
			'a.ts': {type: 'update', unified_diff: '@@ -3 +3 @@\n-a\n+b\n', move_path: 'b.ts'},
			'n.ts': {type: 'add', content: 'x\ny\n'},
			'o.ts': {type: 'delete', content: 'z\n'},
		};
		expect(unifiedFrom(changes)).toBe(
			'--- a.ts\n+++ b.ts\n@@ -3 +3 @@\n-a\n+b\n' +
				'--- /dev/null\n+++ n.ts\n@@ -0,0 +1,2 @@\n+x\n+y\n' +
				'--- o.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-z\n',
		);
	});

	test('tells the end of a call to the person; the result knows it too', async () => {
		const results = await codexSession([
			codex.call('c1', 'apply_patch', {input: '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch\n'}),
			codex.item('FileChange', {
				id: 'c1',
				changes: {'a.ts': {type: 'update', unified_diff: '@@ -31 +31 @@\n-a\n+b\n'}},
				status: 'completed',
			}),
			codex.output('c1', 'Success.'),
			codex.item('CommandExecution', {
				id: 'c2',
				command: ['bash', '-lc', 'npm test'],
				aggregated_output: 'no\n',
				exit_code: 1,
				status: 'failed',
				duration: {secs: 12, nanos: 400_000_000},
			}),
		]);
		expect(results.map(({tool}) => tool)).toMatchObject([
			{name: 'apply_patch', output: 'Success.', patch: '--- a.ts\n+++ a.ts\n@@ -31 +31 @@\n-a\n+b\n'},
			{name: 'exec_command', output: 'no\n', exitCode: 1, durationMs: 12_400},
		]);
	});
});

describe('Gemini CLI', () => {
	const shell = (text: string) =>
		geminiOutput({result: [{functionResponse: {response: {output: text}}}], status: 'success'}).outcome;

	test('writes around what a command printed', () => {
		expect(shell('Output: one\nExit Code: 7\nProcess Group PGID: 507')).toEqual({printed: 'one', exitCode: 7});
		expect(shell('Output: (empty)\nProcess Group PGID: 507')).toEqual({printed: '', exitCode: undefined});
		expect(
			shell(
				'Command: a\nb\nDirectory: (root)\nOutput: one\ntwo\nError: (none)\nExit Code: 0\nSignal: 0\nProcess Group PGID: 1',
			),
		).toEqual({printed: 'one\ntwo', exitCode: 0});
		// What looks like an end is only one at the end.
		expect(shell('Output: Exit Code: 3\nError: it broke\nProcess Group PGID: 1')).toEqual({
			printed: 'Exit Code: 3\nError: it broke',
			exitCode: undefined,
		});
		expect(shell('Output: of no command')).toEqual({});
		expect(shell('plain text')).toEqual({});
	});

	test('shows a change as a diff, and a search as a list', () => {
		const call = (resultDisplay: unknown) => geminiOutput({resultDisplay, status: 'success'}).outcome;
		expect(call({fileDiff: '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n', fileName: 'a'})).toEqual({
			patch: '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n',
		});
		expect(call({summary: 'Found 1', matches: [{line: 'a'}, {line: 'b', isContext: true}]})).toEqual({
			found: {matches: 1},
		});
	});
});

describe('OpenCode', () => {
	test('keeps codes, times, diffs and counts', () => {
		const outcome = (metadata: object) =>
			toolWords(
				{tool: 'x', state: {status: 'completed', output: 'o', metadata, time: {start: 1000, end: 3500}}},
				'c',
			)[1]!.tool;
		expect(outcome({exit: 1})).toMatchObject({exitCode: 1, durationMs: 2500});
		expect(outcome({diff: '@@ -1 +1 @@\n-a\n+b\n'})).toMatchObject({patch: '@@ -1 +1 @@\n-a\n+b\n'});
		expect(outcome({filediff: {patch: 'p'}})).toMatchObject({patch: 'p'});
		expect(outcome({matches: 3})).toMatchObject({found: {matches: 3}});
		expect(outcome({count: 4})).toMatchObject({found: {files: 4}});
	});
});

describe('Copilot CLI', () => {
	const told = (toolName: string, content: string, detailedContent: string) =>
		new ToolCalls().result({toolCallId: 'c', toolName, success: true, result: {content, detailedContent}}, 0)[1]!.tool;

	test('tells the code of a command below its output', () => {
		expect(told('bash', 'no\n<exited with exit code 128>', '')).toMatchObject({printed: 'no', exitCode: 128});
		expect(told('bash', '<command exited with exit code 0>', '')).toMatchObject({printed: '', exitCode: 0});
		expect(told('bash', 'a\n<shellId: 5 completed with exit code 1>', '')).toMatchObject({printed: 'a', exitCode: 1});
	});

	test('shows a change as a diff, and also a file that is only looked at', () => {
		const diff = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
		expect(told('edit', 'done', diff)!.patch).toBe(diff);
		expect(told('view', 'done', diff)!.patch).toBeUndefined();
		expect(told('edit', 'done', 'done')!.patch).toBeUndefined();
	});
});

describe('pi', () => {
	test('tells the code of a command below its output', () => {
		expect(piOutcome('no such file\n\n\nCommand exited with code 2', {})).toEqual({
			printed: 'no such file',
			exitCode: 2,
		});
	});

	test('has a patch, or only what it showed', () => {
		expect(piOutcome('ok', {patch: 'p', diff: ' 1 a'})).toEqual({patch: 'p'});
		const diff =
			'    ...\n  9     "typewriter",\n-10     "link"\n+10     "link",\n+11     "chip"\n 11   ]\n    ...\n-40 x\n 41 y';
		expect(piOutcome('ok', {diff}).patch).toBe(
			'--- \n+++ \n@@ -9,3 +9,4 @@\n     "typewriter",\n-    "link"\n+    "link",\n+    "chip"\n   ]\n@@ -40,2 +41,1 @@\n-x\n y\n',
		);
	});
});

describe('Cursor', () => {
	test('writes around what a command printed, and keeps how it ended', () => {
		const text = 'Exit code: 1\n\nCommand output:\n\n```\na ``` b\n```\n\nCommand completed in 5285 ms.';
		expect(cursorOutcome(text, {failure: {executionTime: 5285}})).toEqual({
			printed: 'a ``` b\n',
			exitCode: 1,
			durationMs: 5285,
		});
		expect(cursorOutcome('ok', {success: {diffString: '-a\n+b', linesAdded: 1}})).toEqual({patch: '-a\n+b'});
		expect(cursorOutcome('a:1', {success: {totalMatchedLines: 1}})).toEqual({found: {matches: 1}});
		expect(cursorOutcome('', {})).toEqual({});
	});
});
