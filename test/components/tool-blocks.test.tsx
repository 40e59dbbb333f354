/** Tool calls with their results: one line folded, diffs and shortened outputs unfolded, as the agents record them. */
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Block} from '../../source/components/reader/block.ts';
import {folded} from '../../source/components/reader/layout/layout-block.ts';
import type {Opening} from '../../source/components/reader/opening.ts';
import {ReaderView} from '../../source/components/reader/reader-view.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {ToolUse} from '../../source/model/tool.ts';
import {widthOf} from '../../source/text/width.ts';
import {documentOf, drawn, linesOf, textOf, toolBlocks} from '../helpers/drawn-blocks.ts';
import {entry, toolUse} from '../helpers/fake-library.ts';

const fixtures = path.join(import.meta.dirname, '../../fixtures');
const webshop = '-home-user-projects-webshop-api';

/** Of each recorded session: its tool blocks folded, and those that change files unfolded. */
const recorded: ReadonlyArray<{file: string; folded: string[]; changes: string[]}> = [
	{
		file: `claude/tools/dot-claude/projects/${webshop}/596138a0-4488-44f7-ac5d-7ea86054e514.jsonl`,
		folded: [
			'Write  src/hello.ts | +1',
			'Edit  src/hello.ts | +1 −1',
			'Read  src/hello.ts | 2 lines',
			'Bash  ls -la src && cat src/hello.ts | 5 lines',
			'Bash  echo one | 1 line',
			'Bash  echo two | 1 line',
			'Read  a.ts | 2 lines',
			'Bash  ls /does-not-exist | ✗ exit 2   1 line',
		],
		changes: ['1 + export const hi = 1;', '1 - export const hi = 1;', '1 + export const hi = 2;'],
	},
	...[
		'codex/tools/dot-codex/sessions/2026/11/16/rollout-2026-11-16T01-42-15-01a1e204-eb51-7850-aab5-d925fbd2b824.jsonl',
		'codex/tools-classic-gpt55/dot-codex/sessions/2026/11/16/rollout-2026-11-16T01-42-44-01a1e205-5d0f-78f2-8b14-634edc2ed3c5.jsonl',
	].map(file => ({
		file,
		folded: [
			'apply_patch  src/hello.ts | +1',
			'apply_patch  src/hello.ts | +1 −1',
			'exec_command  cat src/hello.ts | 1 line',
			'exec_command  ls -la src && cat src/hello.ts | 5 lines',
			'exec_command  echo one | 1 line',
			'exec_command  echo two | 1 line',
			'exec_command  ls /does-not-exist | ✗ exit 2   1 line',
		],
		changes: [
			'src/hello.ts  new file',
			'1 + export const hi = 1;',
			'1 - export const hi = 1;',
			'1 + export const hi = 2;',
		],
	})),
	{
		file: 'gemini/tools/dot-gemini/tmp/demo/chats/session-2026-11-16T01-53-cc4aed53.jsonl',
		folded: [
			'write_file  src/hello.ts | +1',
			'replace  src/hello.ts | +1 −1',
			'read_file  src/hello.ts | 1 line',
			'run_shell_command  ls -la src && cat src/hello.ts | 5 lines',
			'run_shell_command  echo one | 1 line',
			'run_shell_command  echo two | 1 line',
			'read_file  a.ts | 1 line',
			'read_file  does-not-exist.txt | ✗ File not found: does-not-exist.txt',
		],
		changes: ['1 + export const hi = 1;', '1 - export const hi = 1;', '1 + export const hi = 2;'],
	},
	{
		file: 'opencode/tools/export-ses_e1df07c92ffeApuo38CRYYhaVg.json',
		folded: [
			'write  src/hello.ts | +1',
			'edit  src/hello.ts | +1 −1',
			'read  src/hello.ts | 7 lines',
			'bash  ls -la src && cat src/hello.ts | 5 lines',
			'bash  echo one | 1 line',
			'bash  echo two | 1 line',
			'read  /does/not/exist.txt | ✗ File not found: /does/not/exist.txt',
		],
		changes: ['1 + hi=1', 'Wrote file successfully.', '1 - hi=1', '1 + hi=2', 'Edit applied successfully.'],
	},
	{
		file: 'copilot/tools/dot-copilot/session-state/c0ffee00-0000-4000-8000-000000000001/events.jsonl',
		folded: [
			'bash  grep -n router src/app.ts | 1 line   6.0 s',
			'view  src/app.ts | ✗ Path does not exist   5.0 s',
			'edit  src/app.ts | +1 −1',
		],
		changes: ['- a', '+ b', 'File src/app.ts updated with changes.'],
	},
	{
		file: `pi/v1/dot-pi/agent/sessions/-${webshop}--/2025-12-02T14-00-00-000Z_0b6f3c1e-52a7-4e0b-9b0f-6f1d0c8c2a11.jsonl`,
		folded: ['bash  grep -n router src/app.ts | 1 line   1.0 s'],
		changes: [],
	},
	{
		file: `claude/subagent/dot-claude/projects/${webshop}/5859563b-aaed-494b-9f09-fe3a4288ee42.jsonl`,
		folded: [expect.stringMatching(/^Agent {2}.* \| sub-agent {3}\d+ lines?$/)],
		changes: [],
	},
];

describe('recorded sessions', () => {
	test.each(recorded)('$file', async ({file, folded: summaries, changes}) => {
		const {blocks, cwd} = await toolBlocks(path.join(fixtures, file));
		const look = {columns: 110, cwd};
		const heads = blocks.map(block => drawn(block, {...look, opening: 'folded'}));
		expect(heads.map(lines => lines.length)).toEqual(heads.map(() => 1));
		expect(heads.map(([line]) => line!.trim().replace('▸ ', '').replace(/ {4,}/, ' | '))).toEqual(summaries);
		const edits = blocks.filter(({diff}) => diff).flatMap(block => drawn(block, look).slice(1));
		expect(edits.map(line => line.trim())).toEqual(changes);
	});

	test('lines end at the right edge', async () => {
		const {blocks, cwd} = await toolBlocks(path.join(fixtures, recorded[0]!.file));
		for (const columns of [60, 80, 120])
			for (const block of blocks)
				expect(widthOf(drawn(block, {columns, cwd, opening: 'folded'})[0]!), `${columns}`).toBe(columns - 1);
	});
});

function use(tool: Partial<ToolUse>, result: Partial<ToolUse> = {}, seconds?: number): Block {
	const own = {name: 'Tool', universal: 'unknown', callId: 'c', ...tool} as const;
	const end = new Date(Date.parse('2026-01-02T03:04:05Z') + (seconds ?? 0) * 1000).toISOString();
	const answer = {...own, input: undefined, output: 'ok', ...result};
	const entries: Entry[] = [
		entry('tool_call', 'it', {tool: own}),
		entry('tool_result', answer.output, {tool: answer, timestamp: end}),
	];
	return documentOf(entries).blocks[0]!;
}

const head = (block: Block, columns = 72) => drawn(block, {columns, opening: 'folded'})[0]!.trim();

describe('the one line of a call', () => {
	test('tells the exit code, the amount and the time', () => {
		const bash = {name: 'Bash', universal: 'bash', input: {command: 'npm test'}} as const;
		const output = 'x\n'.repeat(41);
		expect(head(use(bash, {output, exitCode: 1, durationMs: 12_400}))).toMatch(
			/^▸ Bash {2}it +✗ exit 1 {3}41 lines {3}12\.4 s$/,
		);
		expect(head(use(bash, {output, exitCode: 0}))).toMatch(/it +41 lines$/);
		expect(head(use(bash, {output: '', exitCode: 0}))).toMatch(/it +no output$/);
		expect(head(use(bash, {output, isError: true}))).toMatch(/it +✗ 41 lines$/);
	});

	test('takes the time from the records if they do not tell it, from a second on', () => {
		expect(head(use({}, {}, 125))).toMatch(/1 line {3}2 min 5 s$/);
		expect(head(use({}, {}, 0.9))).toMatch(/1 line$/);
		expect(head(use({}, {durationMs: 80}, 10))).toMatch(/1 line$/);
	});

	test('tells why it failed, as far as there is room', () => {
		const failed = {isError: true, output: 'Error: String to replace not found in file.\nmore'};
		expect(head(use({}, failed), 80)).toMatch(/✗ String to replace not found i…$/);
		expect(head(use({}, failed), 120)).toMatch(/✗ String to replace not found in file\. {3}2 lines$/);
		expect(head(use({}, failed), 40)).toMatch(/^▸ Tool {2}it +✗ String to rep…$/);
		expect(head(use({}, {isError: true, output: "The user doesn't want to proceed with this tool use. STOP"}))).toMatch(
			/✗ rejected by the user$/,
		);
	});

	test('tells what a search found', () => {
		const search = {universal: 'search', input: {pattern: 'TODO', path: 'src'}} as const;
		expect(head(use(search, {found: {matches: 1}}))).toMatch(/^▸ Tool {2}TODO in src +1 match$/);
		expect(head(use(search, {found: {matches: 12, files: 3}}))).toMatch(/ 12 matches in 3 files$/);
		expect(head(use(search, {found: {files: 1}}))).toMatch(/ 1 file$/);
	});

	test('names the sort of a sub-agent, the step of a plan, the question', () => {
		const task = {universal: 'task', input: {description: 'it', subagent_type: 'explore'}} as const;
		expect(head(use(task))).toContain('explore: it');
		const plain = (input: object) =>
			head(documentOf([entry('tool_call', '', {tool: {name: 'T', universal: 'unknown', input}})]).blocks[0]!);
		const todos = [
			{content: 'one', status: 'completed'},
			{content: 'two', status: 'in_progress'},
		];
		expect(plain({todos})).toMatch(/^▸ T {2}1 of 2 done, now: two +no result$/);
		expect(plain({questions: [{question: 'Which?'}]})).toMatch(/^▸ T {2}Which\? +no result$/);
	});

	test('gives way from the right where it is narrow', () => {
		const bash = {name: 'Bash', universal: 'bash', input: {command: 'x'}} as const;
		const block = use(bash, {output: 'x\n'.repeat(41), exitCode: 1, durationMs: 12_400});
		expect(head(block, 40)).toMatch(/✗ exit 1$/);
		expect(head(block, 52)).toMatch(/✗ exit 1 {3}41 lines$/);
	});
});

describe('a long output', () => {
	const numbered = (count: number) => Array.from({length: count}, (_, at) => `line ${at + 1}`).join('\n');
	const long = toolUse('Bash', {command: 'x'}, numbered(342));

	test('shows its beginning and its end', () => {
		const lines = drawn(documentOf(long).blocks[0]!).map(line => line.trim());
		expect(lines.length).toBe(1 + 20 + 1 + 10);
		expect(lines.slice(20, 23)).toEqual(['line 20', '… 312 more lines', 'line 333']);
		expect(lines.at(-1)).toBe('line 342');
	});

	test('is whole if wanted, and if little is missing', () => {
		expect(drawn(documentOf(long).blocks[0]!, {opening: 'whole'})).toHaveLength(343);
		expect(drawn(documentOf(toolUse('Bash', {command: 'x'}, numbered(34))).blocks[0]!)).toHaveLength(35);
		expect(drawn(documentOf(toolUse('Bash', {command: 'x'}, numbered(35))).blocks[0]!)).toHaveLength(32);
	});

	test('may be one line', () => {
		const lines = drawn(documentOf(toolUse('Bash', {command: 'x'}, 'word '.repeat(2000))).blocks[0]!);
		expect(lines).toHaveLength(32);
		expect(lines[21]).toMatch(/^ +… \d+ more rows$/);
	});

	test('of letters of all widths shows no hole', () => {
		for (const letter of ['漢字', '👨‍👩‍👧 ', 'e\u0301', 'ａb ']) {
			for (const columns of [24, 40, 81]) {
				const block = documentOf(toolUse('Bash', {command: 'x'}, letter.repeat(900))).blocks[0]!;
				const lines = drawn(block, {columns});
				const fold = lines.find(line => line.includes('more row'));
				const hidden = Number(/… ([\d,]+) more rows/.exec(fold ?? '… 0 more rows')![1]!.replace(',', ''));
				const whole = drawn(block, {columns, opening: 'whole'});
				expect(lines.length - (fold ? 1 : 0) + hidden, `${letter} ${columns}`).toBe(whole.length);
				for (const line of [...lines, ...whole]) expect(widthOf(line)).toBeLessThanOrEqual(columns);
			}
		}
	});

	test('says how many hits are folded away, and marks those that are to be seen', () => {
		const marks = (text: string) =>
			Array.from(text.matchAll(/line \d*7\b/g), m => [m.index, m.index + m[0].length] as const);
		const block = documentOf(long).blocks[0]!;
		const lines = linesOf(block, {marks});
		const hits = lines.flatMap(line => line.filter(({hit}) => hit !== undefined));
		expect(hits.map(({text, hit}) => [text, hit])).toEqual([
			['line 7', 0],
			['line 17', 1],
			['line 337', 33],
		]);
		expect(
			drawn(block, {marks})
				.find(line => line.includes('…'))!
				.trim(),
		).toBe('… 312 more lines  31 hits');
	});

	test('shows progress bars in their last state', () => {
		const output = 'start\r\n10%\r50%\r100%\ndone \u001B[32mok\u001B[0m\rdone\u001B[K\r\n';
		expect(drawn(use({universal: 'bash', input: {command: 'it'}}, {output})).map(line => line.trim())).toEqual([
			expect.stringMatching(/3 lines$/),
			'start',
			'100%',
			'done',
		]);
	});
});

test('a command that is too long for its line is shown whole where it is unfolded, with the hits in it', () => {
	const command = `cp ${'somewhere/else '.repeat(6)}&& rm -r needle`;
	const tool = {name: 'Bash', universal: 'bash', callId: 'c', input: {command}} as const;
	const {blocks} = documentOf([entry('tool_call', command, {tool}), entry('tool_result', 'ok', {tool})]);
	const marks = (text: string) => (text.includes('needle') ? [[text.indexOf('needle'), text.length] as const] : []);
	const [first, ...rest] = linesOf(blocks[0]!, {marks});
	expect(textOf(first!)).toMatch(/^ *▾ Bash {2}cp somewhere.*… +1 line$/);
	expect(
		rest
			.slice(0, -1)
			.map(line => textOf(line).trim())
			.join(' '),
	).toBe(command);
	expect(rest.flat().filter(({hit}) => hit === 0)).toMatchObject([{text: 'needle', role: 'match'}]);
	expect(drawn(use({universal: 'bash', input: {command: 'it'}}))).toHaveLength(2);
	const script = 'first line of a script '.repeat(5);
	const twice = {...tool, input: {command: `${script}\nsecond`}};
	const [scripted] = documentOf([entry('tool_call', `${script.trim()} …`, {tool: twice})]).blocks;
	expect(
		drawn(scripted!)
			.join(' ')
			.match(/first line/g)!.length,
	).toBeLessThan(9);
});

describe('block by block', () => {
	const view = (entries: readonly Entry[], folds = folded) => {
		const reader = new ReaderView();
		reader.resize(80, 400);
		reader.fold(folds);
		reader.replace(documentOf(entries));
		return reader;
	};
	const heights = (reader: ReaderView, steps: number, index = 0) =>
		Array.from({length: steps}, () => {
			reader.toggleBlock(index);
			return reader.lines.length;
		});

	test('a call is unfolded, shown whole, and folded again', () => {
		const long = toolUse('Bash', {command: 'x'}, 'x\n'.repeat(100));
		expect(heights(view(long), 4)).toEqual([32, 101, 1, 32]);
		// By kind it is unfolded already.
		expect(heights(view(long, {...folded, tools: true}), 3)).toEqual([101, 1, 32]);
		expect(heights(view(toolUse('Bash', {command: 'x'}, 'a\nb')), 3)).toEqual([3, 1, 3]);
	});

	test('a run of side work is unfolded first', () => {
		const side = toolUse('Bash', {command: 'x'}, 'a\nb').map(each => ({...each, isSidechain: true}));
		const reader = view([...side, ...toolUse('Bash', {command: 'y'}, 'c').map(each => ({...each, isSidechain: true}))]);
		expect(reader.lines).toHaveLength(1);
		expect(heights(reader, 3)).toEqual([2, 4, 2]);
	});

	test('stays as it is in a document that was read anew', () => {
		const long = toolUse('Bash', {command: 'x'}, 'x\n'.repeat(100));
		const reader = view(long);
		reader.toggleBlock(0);
		reader.toggleBlock(0);
		reader.replace(documentOf(long));
		expect(reader.lines).toHaveLength(101);
		reader.toggleBlock(0);
		reader.replace(documentOf(long));
		expect(reader.lines).toHaveLength(1);
	});

	test('folding by kind folds all', () => {
		const reader = view(toolUse('Bash', {command: 'x'}, 'x\n'.repeat(100)));
		reader.toggleBlock(0);
		reader.fold({tools: false});
		expect(reader.lines).toHaveLength(1);
	});

	test('a hit in the middle of a long output shows the whole', () => {
		const reader = view(toolUse('Bash', {command: 'x'}, `${'x\n'.repeat(50)}needle\n${'x\n'.repeat(50)}`));
		reader.mark(text => Array.from(text.matchAll(/needle/g), m => [m.index, m.index + 6] as const));
		reader.goToHit({block: 0, hit: 0});
		expect(reader.lines.some(line => line.some(({role, text}) => role === 'here' && text === 'needle'))).toBe(true);
	});
});

describe('images', () => {
	const image = {type: 'image/png', bytes: 82_000, width: 640, height: 480};

	test('are described where they are: in a prompt, in a result', () => {
		const document = documentOf([
			entry('user', '', {media: [image, {type: 'application/pdf'}]}),
			entry('tool_call', 'a.png', {tool: {name: 'Read', universal: 'read', callId: 'c'}}),
			entry('tool_result', '', {tool: {name: 'Read', universal: 'read', callId: 'c', output: ''}, media: [image]}),
		]);
		expect(drawn(document.blocks[0]!)).toEqual([' ┃ ▣ image/png  640×480  82 KB', ' ┃ ▣ application/pdf']);
		expect(drawn(document.blocks[1]!, {opening: 'folded'})[0]).toMatch(/a\.png +image\/png {2}640×480 {2}82 KB$/);
		expect(drawn(document.blocks[1]!)[1]!.trim()).toBe('▣ image/png  640×480  82 KB');
	});

	test('are known by their record and their number in it', () => {
		const locator = {path: '/fake', offset: 7, length: 1};
		const {blocks} = documentOf([
			entry('tool_call', '', {tool: {name: 'Read', universal: 'read', callId: 'c'}}),
			entry('user', 'see', {media: [image, image], locator}),
			entry('tool_result', '', {tool: {name: 'Read', universal: 'read', callId: 'c'}, media: [image], locator}),
			entry('user', 'again', {media: [image]}),
		]);
		expect(blocks.map(({media}) => media?.map(({index, locator: own}) => [index, own === locator]))).toEqual([
			[[2, true]],
			[
				[0, true],
				[1, true],
			],
			[[0, false]],
		]);
	});
});

describe('a record nobody knows', () => {
	const unknown = (text: string) => documentOf([entry('unknown', text, {detail: 'new-thing'})]).blocks[0]!;
	const record = '{"type":"new-thing","n":[1,2,{}],"deep":{"text":"a, {b}: \\"c\\"","none":[]}}';

	test('is one line, and as it is written when it is unfolded', () => {
		expect(drawn(unknown(record), {opening: 'folded', columns: 40})).toEqual([
			'   ? new-thing  {"type":"new-thing","n…',
		]);
		expect(drawn(unknown(record)).map(line => line.slice(3))).toEqual([
			'? new-thing',
			'    {',
			'      "type": "new-thing",',
			'      "n": [',
			'        1,',
			'        2,',
			'        {}',
			'      ],',
			'      "deep": {',
			'        "text": "a, {b}: \\"c\\"",',
			'        "none": []',
			'      }',
			'    }',
		]);
	});

	test('need not be whole, and has an end', () => {
		expect(drawn(unknown('{"a":{"b":"cut of…')).slice(1)).toEqual(
			['{', '  "a": {', '    "b": "cut of…'].map(line => `       ${line}`),
		);
		expect(drawn(unknown(`[${'1,'.repeat(2000)}1]`))).toHaveLength(202);
		expect(drawn(unknown('no JSON')).map(line => line.trim())).toEqual(['? new-thing', 'no JSON']);
	});

	test.each<Opening>(['open', 'whole'])('shows where the words are (%s)', opening => {
		const marks = (text: string) => Array.from(text.matchAll(/text/g), m => [m.index, m.index + 4] as const);
		const hits = linesOf(unknown(record), {marks, opening}).flatMap(line => line.filter(({hit}) => hit !== undefined));
		expect(hits.map(({text, hit}) => [text, hit])).toEqual([['text', 0]]);
	});
});
