/** Changes of files as diffs: from patches of all forms, from the texts before and after, and on the screen. */
import {describe, expect, test} from 'vitest';
import type {Block} from '../../source/components/reader/block.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {ToolUse} from '../../source/model/tool.ts';
import {callBody} from '../../source/text/calls/call-body.ts';
import type {DiffRun} from '../../source/text/patch/diff.ts';
import {patchDiff} from '../../source/text/patch/patch-diff.ts';
import {widthOf} from '../../source/text/width.ts';
import {documentOf, drawn, linesOf, textOf} from '../helpers/drawn-blocks.ts';
import {entry} from '../helpers/fake-library.ts';
import {Random} from '../helpers/random.ts';

/** `12 + text` a line, as the runs tell it. */
function spelled(diff: {text: string; runs?: readonly DiffRun[]; diff?: readonly DiffRun[]} | undefined): string[] {
	const lines = diff?.text.split('\n') ?? [];
	let next = 0;
	return (diff?.runs ?? diff?.diff ?? []).flatMap(({kind, count, line}) =>
		Array.from({length: count}, (_, index) => {
			const text = lines[next++]!;
			if (kind === 'file' || kind === 'gap') return `${kind} ${text}`.trim();
			return `${line === undefined ? '' : `${line + index} `}${text}`;
		}),
	);
}

const body = (universal: ToolUse['universal'], input: unknown) => callBody({universal, input}, '');

describe('patches', () => {
	test('a unified diff tells the places', () => {
		const patch =
			'Index: a\n=====\n--- a.ts\tOld\n+++ a.ts\tNew\n@@ -3,4 +3,5 @@ class A\n x\n-y\n+z\n+z2\n \n w\n@@ -90 +91 @@\n-q\n+r\n';
		expect(spelled(patchDiff(patch))).toEqual([
			'gap class A',
			'3  x',
			'4 -y',
			'4 +z',
			'5 +z2',
			'6  ',
			'7  w',
			'gap',
			'90 -q',
			'91 +r',
		]);
		expect(patchDiff(patch)!.change).toEqual({added: 3, removed: 2});
	});

	test('lines of files that look like heads of patches are lines', () => {
		const patch =
			'--- a.sql\n+++ a.sql\n@@ -1,3 +1,3 @@\n--- old comment\n+++ new comment\n @@ -1 +1 @@\n *** Begin Patch\n';
		expect(spelled(patchDiff(patch))).toEqual([
			'1 --- old comment',
			'1 +++ new comment',
			'2  @@ -1 +1 @@',
			'3  *** Begin Patch',
		]);
	});

	test('several files of git: made, gone, moved', () => {
		const patch = [
			'diff --git a/n.ts b/n.ts',
			'new file mode 100644',
			'index 000..111',
			'--- /dev/null',
			'+++ b/n.ts',
			'@@ -0,0 +1 @@',
			'+n',
			'\\ No newline at end of file',
			'diff --git a/g.ts b/g.ts',
			'deleted file mode 100644',
			'--- a/g.ts',
			'+++ /dev/null',
			'@@ -1,2 +0,0 @@',
			'-g',
			'-h',
			'diff --git a/o.ts b/m.ts',
			'similarity index 100%',
			'rename from o.ts',
			'rename to m.ts',
		].join('\n');
		expect(spelled(patchDiff(patch))).toEqual([
			'file n.ts  new file',
			'1 +n',
			'file g.ts  deleted',
			'1 -g',
			'2 -h',
			'file m.ts  → m.ts',
		]);
	});

	test('two files without git', () => {
		const patch = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n--- y\n+++ z\n@@ -5 +5 @@\n-1\n+2\n';
		expect(spelled(patchDiff(patch))).toEqual(['file x', '1 -1', '1 +2', 'file y  → z', '5 -1', '5 +2']);
	});

	test('the form of apply_patch', () => {
		const patch = [
			'*** Begin Patch',
			'*** Update File: src/a.ts',
			'*** Move to: src/b.ts',
			'@@ class Foo',
			' context',
			'',
			'-old',
			'+new',
			'@@',
			'--- x',
			'+++ y',
			'*** End of File',
			'*** Add File: n.txt',
			'+hello',
			'+',
			'*** Delete File: gone.txt',
			'*** End Patch',
			'',
		].join('\n');
		expect(spelled(patchDiff(patch))).toEqual([
			'file src/a.ts  → src/b.ts',
			'gap class Foo',
			' context',
			' ',
			'-old',
			'+new',
			'gap',
			'--- x',
			'+++ y',
			'file n.txt  new file',
			'1 +hello',
			'2 +',
			'file gone.txt  deleted',
		]);
		const [bare, inField, inShell] = [
			body('edit', patch),
			body('edit', {input: patch}),
			body('bash', {command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}EOF`]}),
		];
		expect(inField).toEqual(bare);
		expect(inShell).toEqual(bare);
	});

	test('what was cut off shows what there is; what changes nothing is no diff', () => {
		expect(spelled(patchDiff('--- a\n+++ a\n@@ -1,90 +1,90 @@\n a\n-b'))).toEqual(['1  a', '2 -b']);
		expect(spelled(patchDiff('-a\n+b'))).toEqual(['-a', '+b']);
		expect(patchDiff('@@ -1,2 +1,2 @@\n a\n b\n')).toBeUndefined();
		expect(patchDiff('words')).toBeUndefined();
		expect(patchDiff('')).toBeUndefined();
	});

	test('returns at the ends of lines are not shown', () => {
		expect(patchDiff('@@ -1 +1 @@\n-a\r\n+b\rc\r\n')!.text).toBe('-a\n+bc');
	});
});

describe('the texts before and after', () => {
	test.each([
		['old_string', 'new_string'],
		['oldString', 'newString'],
		['old_str', 'new_str'],
		['oldText', 'newText'],
	])('%s and %s: what stayed is not taken away and put in again', (before, after) => {
		const input = {path: 'a', [before]: 'a\nb\nc\nd\n', [after]: 'a\nB\nc\nd\ne\n'};
		expect(body('edit', input)).toEqual({
			text: ' a\n-b\n+B\n c\n d\n+e',
			diff: expect.anything(),
			change: {added: 2, removed: 1},
		});
	});

	test('several edits of one file', () => {
		const edits = [
			{old_string: 'a', new_string: 'b'},
			{old_string: 'x\ny', new_string: 'x'},
		];
		expect(spelled(body('edit', {file_path: 'f', edits}))).toEqual(['-a', '+b', 'gap', ' x', '-y']);
		expect(spelled(body('edit', {path: 'f', edits: [{oldText: 'a', newText: 'b'}, null]}))).toEqual(['-a', '+b']);
	});

	test.each(['content', 'contents', 'file_text'])('a file that is written whole has its lines numbered (%s)', name => {
		expect(spelled(body('write', {path: 'a', [name]: 'x\n\ny\n'}))).toEqual(['1 +x', '2 +', '3 +y']);
		expect(body('write', {path: 'a', [name]: ''}).change).toEqual({added: 0, removed: 0});
	});

	test('with hardly a line in common they are two texts, and that takes no time to find out', () => {
		const text = (word: string) => Array.from({length: 5000}, (_, at) => `${word} ${at}`).join('\n');
		const {change, diff} = body('edit', {old_string: text('a'), new_string: text('b')});
		expect(change).toEqual({added: 5000, removed: 5000});
		expect(diff).toHaveLength(2);
	});

	test('other input is no diff', () => {
		expect(body('edit', {path: 'a', instructions: 'x'})).toEqual({text: 'path: a\ninstructions: x'});
		expect(body('read', {old_string: 'a', new_string: 'b'}).diff).toBeUndefined();
		expect(body('edit', undefined)).toEqual({text: ''});
	});
});

/** An edit of a file, and what its result knows. */
function edited(input: object, result: Partial<ToolUse> = {}): Block {
	const tool = {name: 'Edit', universal: 'edit', callId: 'c'} as const;
	const entries: Entry[] = [
		entry('tool_call', 'a.ts', {tool: {...tool, input}}),
		entry('tool_result', 'ok', {tool: {...tool, output: '', ...result}}),
	];
	return documentOf(entries).blocks[0]!;
}

const small = {old_string: 'let x = 1;', new_string: 'let x = 2;'};
const patch = '--- a.ts\n+++ a.ts\n@@ -98,3 +98,3 @@\n {\n-let x = 1;\n+let x = 2;\n }\n';

describe('on the screen', () => {
	test('the result knows better than the call where it was', () => {
		const call = documentOf([
			entry('tool_call', 'a.ts', {tool: {name: 'Edit', universal: 'edit', callId: 'c', input: small}}),
		]);
		expect(drawn(call.blocks[0]!).slice(1)).toEqual(['       - let x = 1;', '       + let x = 2;']);
		expect(drawn(edited(small, {patch})).slice(1)).toEqual([
			'        98   {',
			'        99 - let x = 1;',
			'        99 + let x = 2;',
			'       100   }',
		]);
	});

	test('colours tell what became of a line, and what is new in it', () => {
		const [, same, removed, added] = linesOf(edited(small, {patch}));
		const pieces = (line: typeof same) => line!.slice(3).map(({text, role}) => [text, role]);
		expect(pieces(same)).toEqual([
			[' 98 ', 'dim'],
			[' ', 'dim'],
			[' ', undefined],
			['{', 'dim'],
		]);
		expect(pieces(removed)).toEqual([
			[' 99 ', 'dim'],
			['-', 'removed'],
			[' ', undefined],
			['let x = ', 'removed'],
			['1', 'removed-word'],
			[';', 'removed'],
		]);
		expect(pieces(added)!.slice(3)).toEqual([
			['let x = ', 'added'],
			['2', 'added-word'],
			[';', 'added'],
		]);
	});

	test('lines that have little in common are not compared word by word', () => {
		const lines = linesOf(edited({old_string: 'return cache.get(key)', new_string: 'throw new Error("gone")'}));
		expect(lines.flat().some(({role}) => role === 'added-word')).toBe(false);
	});

	test('long lines go on below their text, tabs reach to their stops', () => {
		const added = `\tconst text = '${'漢字 '.repeat(12)}';\n\t\tend`;
		const block = edited({}, {patch: `@@ -7,0 +8,2 @@\n${added.replace(/^/gm, '+')}\n`});
		expect(drawn(block, {columns: 50}).slice(1)).toEqual([
			"       8 +     const text = '漢字 漢字 漢字 漢字",
			'         » 漢字 漢字 漢字 漢字 漢字 漢字 漢字 漢',
			"         » 字 ';",
			'       9 +         end',
		]);
		for (const columns of [12, 24, 37]) {
			for (const line of drawn(block, {columns})) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
		}
	});

	test('a line that is a whole file is shown in part', () => {
		const block = edited({old_string: '', new_string: 'x'.repeat(4000)});
		expect(drawn(block)).toHaveLength(1 + 8 + 1);
		expect(drawn(block).at(-1)).toMatch(/^ +… \d+ more rows of this line$/);
		expect(drawn(block, {opening: 'whole'}).join('').match(/x/g)).toHaveLength(4000);
	});

	test('much that stayed as it was is folded', () => {
		const lines = Array.from({length: 30}, (_, at) => `line ${at}`);
		const block = edited({old_string: lines.join('\n'), new_string: lines.join('\n').replace('line 9\n', 'nine\n')});
		const shown = drawn(block).map(line => line.trim());
		expect(shown.slice(1)).toEqual([
			'… 6 unchanged lines',
			'line 6',
			'line 7',
			'line 8',
			'- line 9',
			'+ nine',
			'line 10',
			'line 11',
			'line 12',
			'… 17 unchanged lines',
		]);
		expect(drawn(block, {opening: 'whole'})).toHaveLength(1 + 31);
	});

	test('a long diff shows its beginning and its end', () => {
		const content = Array.from({length: 200}, (_, at) => `line ${at + 1}`).join('\n');
		const shown = drawn(edited({content})).map(line => line.trim());
		expect(shown[0]).toMatch(/\+200$/);
		expect(shown.slice(40, 43)).toEqual(['40 + line 40', '… 150 more lines', '191 + line 191']);
		expect(shown).toHaveLength(1 + 40 + 1 + 10);
		expect(drawn(edited({content}), {opening: 'whole'})).toHaveLength(201);
	});

	test('files of a patch are named from the directory of the session', () => {
		const block = edited(
			{},
			{patch: '--- /p/a\n+++ /p/a\n@@ -1 +1 @@\n-1\n+2\n--- /q/b\n+++ /q/b\n@@ -1 +1 @@\n-1\n+2\n'},
		);
		expect(drawn(block, {cwd: '/p'}).map(line => line.trim())).toEqual([
			expect.stringMatching(/\+2 −2$/),
			'a',
			'1 - 1',
			'1 + 2',
			'/q/b',
			'1 - 1',
			'1 + 2',
		]);
	});

	test('what failed was not done: no numbers, no colours, and why', () => {
		const block = edited(small, {patch, isError: true, output: 'String to replace not found.'});
		expect(drawn(block, {opening: 'folded', columns: 90})[0]).toMatch(
			/^ +▸ Edit {2}a\.ts +✗ String to replace not found\.$/,
		);
		const lines = linesOf(block);
		expect(
			lines.map(line =>
				line
					.slice(3)
					.map(({text}) => text)
					.join(''),
			),
		).toEqual(
			['✗', 'not applied:', '- let x = 1;', '+ let x = 2;', 'String to replace not found.'].map((line, at) =>
				at === 0 ? expect.stringContaining(line) : line,
			),
		);
		const roles = new Set(lines.slice(2, 4).flatMap(line => line.map(({role}) => role)));
		expect(roles).toEqual(new Set([undefined, 'dim']));
		expect(lines.at(-1)!.at(-1)!.role).toBe('error');
		expect(block.change).toBeUndefined();
	});

	test('what an edit says at length is shown only with the whole', () => {
		const output = 'The file was updated.\n1 let x = 2;';
		expect(drawn(edited(small, {output})).at(-1)!.trim()).toBe('+ let x = 2;');
		expect(drawn(edited(small, {output}), {opening: 'whole'}).at(-1)!.trim()).toBe('1 let x = 2;');
	});

	test('blank lines at the end are lines', () => {
		const block = edited({}, {patch: '@@ -1 +1,3 @@\n a\n+\n+\n'});
		expect(drawn(block).slice(1)).toEqual(['       1   a', '       2 +', '       3 +']);
		expect(drawn(block)[0]).toMatch(/\+2$/);
	});

	test('no control codes come through', () => {
		const block = edited({old_string: 'a\u001B]0;title\u0007\rb', new_string: '\u001B[31mred\u001B[0m\r\n\u202Eend'});
		expect(drawn(block).slice(1)).toEqual(['       - ab', '       + red', '       + end']);
	});
});

describe('hits in a diff', () => {
	const marks = (word: RegExp) => (text: string) =>
		Array.from(text.matchAll(word), found => [found.index, found.index + found[0].length] as const);
	const hitsIn = (block: Block, word: RegExp, look = {}) =>
		linesOf(block, {marks: marks(word), ...look}).flatMap(line =>
			line.filter(({hit}) => hit !== undefined).map(({text, hit}) => [text, hit]),
		);

	test('are marked in the code, not in the numbers beside it', () => {
		const block = edited({}, {patch: '@@ -98,2 +98,2 @@\n 98 bottles\n-99 of beer\n+99 of tea\n'});
		expect(hitsIn(block, /98|99/g)).toEqual([
			['98', 0],
			['99', 1],
			['99', 2],
		]);
	});

	test('are one hit where a line goes on, and where a tab is', () => {
		const block = edited({}, {patch: `@@ -1 +1 @@\n+\tone two ${'x'.repeat(30)} three\n`});
		expect(hitsIn(block, /two x+ three/g, {columns: 30}).every(([, hit]) => hit === 0)).toBe(true);
		expect(
			hitsIn(block, /two x+ three/g, {columns: 30})
				.map(([text]) => text)
				.join('')
				.replaceAll(' ', ''),
		).toBe(`two${'x'.repeat(30)}three`);
		expect(hitsIn(block, /\tone/g)).toEqual([
			[' ', 0],
			['one', 0],
		]);
	});

	test('are counted where they are folded', () => {
		const lines = Array.from({length: 30}, (_, at) => `line ${at}`);
		const block = edited({old_string: lines.join('\n'), new_string: lines.join('\n').replace('line 29', 'end')});
		expect(drawn(block, {marks: marks(/line 1\d/g)})[1]!.trim()).toBe('… 26 unchanged lines  10 hits');
		expect(hitsIn(block, /line 1\d/g, {opening: 'whole'})).toHaveLength(10);
		expect(hitsIn(block, /line 28/g)).toEqual([['line 28', 0]]);
	});

	test('are those of the text that is searched', () => {
		const block = edited(small, {patch});
		for (const word of [/let/g, /x = \d;/g, /[{}]/g, /\S+/g]) {
			const wanted = marks(word)(block.body.text).map(([from, to]) => block.body.text.slice(from, to));
			const shown = new Map<number, string>();
			for (const [text, hit] of hitsIn(block, word)) shown.set(hit as number, (shown.get(hit as number) ?? '') + text);
			// A blank stands between a sign and its line.
			expect([...shown.values()]).toEqual(wanted);
		}
	});
});

test('whatever a patch is made of, no line is lost and every hit is found', () => {
	const pieces = [
		...['--- a\n', '+++ b\n', '--- /dev/null\n', '@@ -1,2 +1,3 @@\n', '@@ -9 +9 @@ heading\n', '@@\n', '@@ named\n'],
		...['*** Begin Patch\n', '*** Update File: x\n', '*** Add File: y\n', '*** Move to: z\n', '*** End Patch\n'],
		...['diff --git a/q b/q\n', 'rename to r\n', '\\ No newline at end of file\n', '\n', ' \n', '+\n', '-\n'],
		...[
			'+added word\n',
			'-removed word\n',
			' same word\n',
			'+\ttab\tword\r\n',
			'-漢字 word 漢字\n',
			'plain word\n',
			'+👨‍👩‍👧 e\u0301 word',
		],
	];
	const random = new Random(7);
	const words = (text: string) => Array.from(text.matchAll(/word/g), found => [found.index, found.index + 4] as const);
	for (let round = 0; round < 400; round++) {
		const text = random.text(pieces, 60);
		const block = edited({content: 'none'}, {patch: text});
		const count = block.diff!.reduce((sum, run) => sum + run.count, 0);
		expect(count).toBeGreaterThanOrEqual(block.body.text === '' ? 0 : block.body.text.split('\n').length);
		for (const columns of [30, 80]) {
			const lines = linesOf(block, {columns, opening: 'whole', marks: words});
			const hits = new Set(lines.flat().flatMap(({hit}) => hit ?? []));
			expect(hits.size, text).toBe(words(block.body.text).length);
			for (const line of lines) expect(widthOf(textOf(line))).toBeLessThanOrEqual(columns);
		}
	}
});
