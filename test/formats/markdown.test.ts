/** Sessions as Markdown: what is in the document, and that nothing in it reaches beyond its place. */
import fs from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import {describe, expect, it} from 'vitest';
import {adapterFor} from '../../source/adapters/registry.ts';
import type {Exported} from '../../source/formats/format.ts';
import {writeHtml} from '../../source/formats/html/write-html.ts';
import {writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import {collect} from '../helpers/claude-session.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';
import {madeExport, writtenText} from '../helpers/made-export.ts';
import {problemsIn, unescaped, unquoted} from '../helpers/markdown-document.ts';
import {Random} from '../helpers/random.ts';
import {type Told, toldSession} from '../helpers/told-session.ts';
import {written} from '../helpers/written-session.ts';

const here = import.meta.dirname;
const demo = path.join(here, '..', '..', 'fixtures', 'demo');

function documentOf(exported: Exported): Promise<string> {
	return writtenText(exported, writeMarkdown);
}

async function check({adapter, ref, name}: FoundSession): Promise<void> {
	const history = await adapter.history(ref);
	const markdown = await written(history, writeMarkdown, adapter.name, 'all');
	expect(problemsIn(markdown), name).toEqual([]);
	const plain = unescaped(markdown);
	const inQuotes = unescaped(unquoted(markdown));
	for (const entry of await collect(history.entries('all', {isWhole: true}))) {
		if (entry.isAside || (entry.kind !== 'user' && entry.kind !== 'assistant')) continue;
		const text = unescaped(entry.text)
			.replace(/^(?:[ \t]*\n)+/, '')
			.trimEnd();
		if (!plain.includes(text) && !inQuotes.includes(text)) expect.fail(`${name}: ${entry.id} is not there: ${text}`);
	}
	expect(await written(history, writeMarkdown, adapter.name, 'all'), name).toBe(markdown);
}

describeEverySession(check);

describe('the demo', () => {
	const sessions = {
		'claude-forked': 'ad5cd0c1-aa08-427c-8ec8-d8cc5349a6e6',
		'claude-compacted': '12c500ed-0b78-4910-8fb4-6af0f246be87',
	};
	for (const [name, id] of Object.entries(sessions)) {
		it(`${name}: as it was looked at (UPDATE_EXPECTED=1 writes it anew)`, async () => {
			const claude = adapterFor('claude');
			const {sessions} = await claude.discover({path: demo, env: {}});
			const history = await claude.history(sessions.find(ref => ref.id === id)!);
			const markdown = await written(history, writeMarkdown, claude.name, 'all');
			const file = path.join(here, 'expected', `${name}.md`);
			if (process.env.UPDATE_EXPECTED) fs.writeFileSync(file, markdown);
			expect(markdown).toBe(fs.readFileSync(file, 'utf8'));
		});
	}
});

describe('its parts', () => {
	it('tokens are told in words that stand without those that are zero', async () => {
		const tokensOf = async (cacheCreation: number) => {
			const session = {tokens: {input: 10, output: 2, cacheCreation, cacheRead: 1300}};
			return /^\| Tokens \| (.*) \|$/m.exec(await documentOf(madeExport([{kind: 'user', text: 'x'}], {session})))?.[1];
		};
		expect(await tokensOf(7)).toBe('10 in, 2 out, 7 written to the cache, 1,300 read from it');
		expect(await tokensOf(0)).toBe('10 in, 2 out, 1,300 read from the cache');
	});

	it('a prompt is a section that the table leads to', async () => {
		const markdown = await documentOf(
			toldSession([
				{kind: 'user', text: 'first [one]'},
				{kind: 'user', text: 'two\nlines'},
			]),
		);
		expect(markdown).toContain('1. [first \\[one\\]](#prompt-1)\n2. [two lines](#prompt-2)\n');
		expect(markdown).toContain('## <a id="prompt-1"></a>1. first \\[one\\]\n\n> first [one]\n');
		expect(markdown).toContain('> two  \n> lines\n');
	});

	it('a call without anything to unfold is shown as it was made', async () => {
		const command = 'ls *.{a,b}* [x](http://example.org) __init__ "\\$`pwd`" <b>';
		const call: Told = {
			kind: 'tool_call',
			text: command,
			tool: {name: 'do_*it*', universal: 'bash', callId: 'a', input: {command}},
		};
		const markdown = await documentOf(toldSession([call]));
		const line = markdown.split('\n').find(each => each.startsWith('- <b>'))!;
		expect(new MarkdownIt({html: true}).renderInline(line.slice(2))).toBe(
			`<b>do_*it*</b> <code>${command.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</code> · no result`,
		);
	});

	it('a command is shown whole, however long it is and whatever words it was given', async () => {
		const run = (command: string, text = command): Told => ({
			kind: 'tool_call',
			text,
			tool: {name: 'Bash', universal: 'bash', callId: command, input: {command}},
		});
		const long = `echo ${'a '.repeat(150)}end`;
		const runs = [run(long), run('make check', 'Run all tests'), run('ls -la'), run('npm run check', 'check')];
		const markdown = await documentOf(toldSession(runs));
		expect(markdown).toContain(
			`<code>${long.slice(0, 200)}…</code> · no result</summary>\n\n\`\`\`\n${long}\n\`\`\`\n`,
		);
		expect(markdown).toContain('<code>Run all tests</code> · no result</summary>\n\n```\nmake check\n```\n');
		expect(markdown).toContain('<code>check</code> · no result</summary>\n\n```\nnpm run check\n```\n');
		expect(markdown).toContain('- <b>Bash</b> `ls -la` · no result\n');
	});

	it('what a document wants to be shown of a call stands for what was asked and given', async () => {
		const tool = {name: 'Query', universal: 'unknown', callId: 'a', input: {sql: 'select 1'}} as const;
		const told: Told[] = [
			{kind: 'tool_call', text: 'count', tool: {...tool, told: {formattedMarkdown: '# One\n\n**1** row <b>'}}},
			{kind: 'tool_result', text: 'raw', tool: {...tool, output: 'raw'}},
		];
		const markdown = await documentOf(toldSession(told));
		expect(markdown).toContain(
			'<b>Query</b> <code>count</code> · 1 line</summary>\n\n### One\n\n**1** row &lt;b>\n\n</details>',
		);
		const page = await writtenText(toldSession(told), writeHtml);
		expect(page).toContain('<strong>1</strong> row &lt;b&gt;');
		expect(markdown + page).not.toContain('raw\n');
		expect(markdown + page).not.toContain('select 1');
	});

	it('a call stands with its result, where the call was', async () => {
		const call = (id: string): Told => ({
			kind: 'tool_call',
			text: `run ${id}`,
			tool: {name: 'Bash', universal: 'bash', callId: id, input: {command: `run ${id}`}},
		});
		const result = (id: string, more = {}): Told => ({
			kind: 'tool_result',
			text: `out ${id}`,
			tool: {name: 'Bash', universal: 'bash', callId: id, output: `out ${id}`, ...more},
		});
		const told = [
			call('a'),
			call('b'),
			{kind: 'assistant' as const, text: 'between'},
			result('b', {exitCode: 2}),
			result('a'),
		];
		const markdown = await documentOf(toldSession([...told, call('c')]));
		const order = ['run a', 'out a', 'run b', 'exit 2', 'out b', 'between', 'run c', 'no result'];
		expect(order.map(words => markdown.indexOf(words))).toEqual(
			order.map(words => markdown.indexOf(words)).toSorted((a, b) => a - b),
		);
		expect(markdown).not.toContain('-1');
		expect(problemsIn(markdown)).toEqual([]);
	});

	it('a change is a diff, in a fence that its content does not end', async () => {
		const input = {file_path: '/p/a.md', old_string: '```\nold\n```', new_string: '````\nnew\n````'};
		const tool = {name: 'Edit', universal: 'edit' as const, callId: '1', input};
		const markdown = await documentOf(toldSession([{kind: 'tool_call', text: '/p/a.md', tool}]));
		expect(markdown).toContain('`````diff\n-```\n-old\n-```\n+````\n+new\n+````\n`````\n');
	});

	it('of all branches the active one comes first, the others in sections of their own', async () => {
		const told: Told[] = [
			{kind: 'user', text: 'start', id: 'a'},
			{kind: 'assistant', text: 'answer', id: 'b', parent: 'a'},
			{kind: 'user', text: 'given up', id: 'c', parent: 'b'},
			{kind: 'assistant', text: 'lost', id: 'd', parent: 'c'},
			{kind: 'user', text: 'taken', id: 'e', parent: 'b'},
			{kind: 'assistant', text: 'won', id: 'f', parent: 'e'},
		];
		const all = await documentOf(toldSession(told, {branch: 'all'}));
		const places = [
			'\nanswer\n',
			'Branch 2 goes on here',
			'\n> taken',
			'\nwon\n',
			'\n## Branch 1\n',
			'\n> given up',
			'\nlost\n',
		];
		expect(places.map(place => all.indexOf(place))).toEqual(
			places.map(place => all.indexOf(place)).toSorted((a, b) => a - b),
		);
		expect(places.every(place => all.includes(place))).toBe(true);
		const active = await documentOf(toldSession(told));
		expect(active).not.toContain('given up');
		expect(active).toContain('> **Fork.** Branch 2 goes on here. The other side: branch 1 (1 prompt).');
	});

	it('bookkeeping is left out and counted', async () => {
		const aside: Told = {kind: 'system', text: 'tick', isAside: true};
		const markdown = await documentOf(toldSession([{kind: 'user', text: 'x'}, aside, aside]));
		expect(markdown).not.toContain('tick');
		expect(markdown).toContain('Left out: 2 records');
	});

	it('more than is kept in memory comes out whole', async () => {
		const text = 'words and words\n'.repeat(8192);
		async function* many() {
			for (let at = 0; at < 160; at++)
				yield [{id: `e${at}`, kind: 'assistant' as const, text, locator: {path: '/s', offset: at, length: 1}}];
		}
		const exported = toldSession([]);
		let bytes = 0;
		for await (const piece of writeMarkdown({...exported, batches: many})) bytes += piece.length;
		expect(bytes).toBeGreaterThan(160 * text.length * 0.99);
	});
});

describe('hostile text', () => {
	const pieces = [
		'</details>',
		'<details>',
		'<summary>',
		'</summary>',
		'<script>alert(1)</script>',
		'<!-- ',
		'-->',
		'<b',
		'<?php ?>',
		'<![CDATA[',
		'<div>\n',
		'# one',
		'\n# one\n',
		'\n## two\n',
		'\n---\n',
		'\n===\n',
		'\n--\n',
		'\n-\n',
		'Title',
		'\n\n',
		'\n',
		'\n    ',
		'\t',
		'> ',
		'\n> ',
		'- ',
		'\n- ',
		'\n1. ',
		'\n  ',
		'```',
		'\n```\n',
		'\n~~~\n',
		'\n````\n',
		'`',
		'``',
		'~~~',
		'| a | b |\n|---|---|\n| `c | d` |',
		'|',
		'[a](<b>)',
		'[a]: <b>',
		'\n[x]: /y "',
		'<https://a.b>',
		'https://a.b/<c>',
		'*',
		'**',
		'_',
		'\\',
		'\\<i>',
		'&lt;',
		'&',
		'"',
		"'",
		'\u202E',
		'\u001B[31m',
		'\u0000',
		'\r',
		'\r\n',
		'text',
		' ',
		'😀',
		'<a href="`">',
		'`<b>`',
		'(',
		')',
		'[',
		']',
		'![',
		'<a\n>',
		'\n<a>\n',
		'\n# a\n===\n',
		'\n***\n',
		'\n* * *\n',
		'+ ',
		' # ',
		'\n>> ',
		'\n   ```\n',
		'\n     ```\n',
	];

	it('stays in its place, whatever it is made of', async () => {
		const random = new Random(Number(process.env.SEED ?? 11));
		const kinds = [
			'user',
			'assistant',
			'assistant',
			'thinking',
			'system',
			'compaction',
			'title',
			'unknown',
			'tool_call',
			'tool_result',
		] as const;
		for (let round = 0; round < Number(process.env.ROUNDS ?? 1500); round++) {
			const told = Array.from({length: 1 + random.below(5)}, (): Told => {
				const kind = random.pick(kinds);
				const text = random.text(pieces, 24);
				const isTool = kind === 'tool_call' || kind === 'tool_result';
				const tool = {
					name: random.text(pieces, 4) || 'T',
					universal: 'bash' as const,
					input: {command: text},
					output: text,
				};
				return {
					kind,
					text,
					...(isTool ? {tool} : undefined),
					...(kind === 'system' ? {detail: random.text(pieces, 3)} : undefined),
				};
			});
			const exported = toldSession(told);
			const markdown = await documentOf({
				...exported,
				session: {...exported.session, title: random.text(pieces, 5), cwd: random.text(pieces, 4)},
			});
			const problems = problemsIn(markdown);
			if (problems.length > 0)
				expect.fail(
					`round ${round}: ${problems.join('; ')}\n${JSON.stringify(told.map(({kind, text}) => [kind, text]))}\n${markdown}`,
				);
		}
	}, 120_000);
});
