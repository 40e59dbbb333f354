/** Sessions as pages: what is in them, and that no text of a session becomes markup. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {adapterFor} from '../../source/adapters/registry.ts';
import type {Exported} from '../../source/formats/format.ts';
import {page} from '../../source/formats/html/page.ts';
import {pageScript} from '../../source/formats/html/page-script.ts';
import {pageStyle} from '../../source/formats/html/page-style.ts';
import {writeHtml} from '../../source/formats/html/write-html.ts';
import {visible} from '../../source/text/visible.ts';
import {collect} from '../helpers/claude-session.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';
import {hostileTexts} from '../helpers/hostile-text.ts';
import {problemsIn, textOf} from '../helpers/html-document.ts';
import {Random} from '../helpers/random.ts';
import {type Told, toldSession} from '../helpers/told-session.ts';
import {written} from '../helpers/written-session.ts';

const here = import.meta.dirname;
const demo = path.join(here, '..', '..', 'fixtures', 'demo');

async function documentOf(exported: Exported): Promise<string> {
	return (await collect(writeHtml(exported))).join('');
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ');
const word = /[\p{L}\p{N}]{2,}/gu;

async function check({adapter, ref, name}: FoundSession): Promise<void> {
	const history = await adapter.history(ref);
	const html = await written(history, writeHtml, adapter.name, 'all');
	expect(problemsIn(html), name).toEqual([]);
	const text = squeezed(textOf(html));
	const words = new Set(html.match(word));
	for (const entry of await collect(history.entries('all', {isWhole: true}))) {
		if (entry.isAside) continue;
		// Prompts are shown as they were typed; of answers, their Markdown is not.
		const shown = squeezed(visible(entry.text).trim());
		if (entry.kind === 'user' && !text.includes(shown)) expect.fail(`${name}: ${entry.id} is not there: ${shown}`);
		if (entry.kind !== 'assistant') continue;
		const lost = (shown.match(word) ?? []).filter(each => !words.has(each) && !text.includes(each));
		expect(lost, `${name}: ${entry.id}`).toEqual([]);
	}
	expect(await written(history, writeHtml, adapter.name, 'all'), name).toBe(html);
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
			const found = await claude.discover({path: demo, env: {}});
			const history = await claude.history(found.sessions.find(ref => ref.id === id)!);
			const html = await written(history, writeHtml, claude.name, 'all');
			// What every page has is looked at in the browser.
			const own = html.slice(html.indexOf('<body>'));
			const file = path.join(here, 'expected', `${name}.html.txt`);
			if (process.env.UPDATE_EXPECTED) fs.writeFileSync(file, own);
			expect(own).toBe(fs.readFileSync(file, 'utf8'));
		});
	}
});

describe('a page', () => {
	it('is small, whole, and forbids everything it did not bring', async () => {
		const html = (await collect(page({title: 'a <b> & "c"'}, ['<main>x</main>\n']))).join('');
		expect(pageStyle.length + pageScript.length).toBeLessThan(30_000);
		expect(html).toContain('<title>a &lt;b&gt; &amp; &quot;c&quot;</title>');
		expect(html).toContain(`content="default-src 'none'; img-src data:; style-src 'sha256-`);
		expect(html).not.toMatch(/unsafe-inline|\ssrc=|\sstyle=|\son\w+=/);
		expect(problemsIn(html)).toEqual([]);
	});

	it('shows small pictures and tells of large ones', async () => {
		const data = Buffer.from('iVBORw0KGgo=', 'base64');
		const asked: number[] = [];
		const told: Told[] = [
			{kind: 'user', text: 'a', media: [{type: 'image/png', bytes: 8, width: 2, height: 3}]},
			{
				kind: 'user',
				text: 'b',
				media: [{type: 'image/png', bytes: 8}],
				locator: {path: '/s.jsonl', offset: 0, length: 1},
			},
			{kind: 'user', text: 'c', media: [{type: 'image/png', bytes: 5_000_000}]},
			{kind: 'user', text: 'd', media: [{type: 'image/svg+xml', bytes: 10}]},
		];
		const html = await documentOf(
			toldSession(told, {
				async media(_, number) {
					asked.push(number);
					return {type: 'image/png', data};
				},
			}),
		);
		expect(html.match(/<img src="data:image\/png;base64,iVBORw0KGgo="/g)).toHaveLength(2);
		// The second picture of one record.
		expect(asked).toEqual([0, 1]);
		expect(html).toContain('[image/png, 5 MB]');
		expect(html).toContain('[image/svg+xml, 10 B]');
	});

	it('a picture that can not be read is told of', async () => {
		const media = async () => {
			throw new Error('gone');
		};
		const html = await documentOf(toldSession([{kind: 'user', text: 'a', media: [{type: 'image/png'}]}], {media}));
		expect(html).toContain('[image/png]');
	});
});

describe('hostile text', () => {
	const pieces = [
		...Object.values(hostileTexts),
		'</script>',
		'<script>alert(1)</script>',
		'</style>',
		'<img src=x onerror=alert(1)>',
		'<svg/onload=alert(1)>',
		'"><b>',
		"' onclick='x",
		'<!--',
		'-->',
		']]>',
		'</details>',
		'</div></main>',
		'[a](javascript:alert(1))',
		'[a](JaVaScRiPt:alert(1))',
		'[a](data:text/html,<script>)',
		'[a](vbscript:x)',
		'[a](//evil)',
		'[a](https://a.b/"onclick="x)',
		'![a](https://a.b/c.png)',
		'![a](javascript:x)',
		'<javascript:alert(1)>',
		'<https://a.b/">',
		'https://a.b/<c>',
		'```"><script>\ncode\n```',
		'\n```html\n<script>\n```\n',
		'`<b>`',
		'# <b>',
		'\n| <b> | b |\n|:-:|--:|\n| <i> | " |\n',
		'&lt;script&gt;',
		'&#60;script&#62;',
		'[x]: javascript:alert(1)\n',
		'[x]',
		'\n',
		'\n\n',
		' ',
		'word',
		'*',
		'_',
		'> ',
		'- ',
		'&',
		'"',
	];

	it('is never markup', async () => {
		const random = new Random(5);
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
		for (let round = 0; round < 400; round++) {
			const told = Array.from({length: 1 + random.below(6)}, (): Told => {
				const kind = random.pick(kinds);
				const text = random.text(pieces, 12);
				const isTool = kind === 'tool_call' || kind === 'tool_result';
				const input = random.pick([{command: text}, {file_path: text, old_string: text, new_string: `${text}x`}]);
				const tool = {
					name: random.text(pieces, 3) || 'T',
					universal: random.pick(['bash', 'edit'] as const),
					input,
					output: text,
				};
				return {
					kind,
					text,
					model: random.text(pieces, 2),
					detail: random.text(pieces, 2),
					media: [{type: random.text(pieces, 2)}],
					...(isTool ? {tool} : undefined),
				};
			});
			const exported = toldSession(told, {branch: 'all'});
			const html = await documentOf({
				...exported,
				agentName: random.text(pieces, 2),
				session: {
					...exported.session,
					title: random.text(pieces, 4),
					id: random.text(pieces, 2),
					cwd: random.text(pieces, 3),
				},
			});
			expect(problemsIn(html), JSON.stringify(told.map(({kind, text}) => [kind, text]))).toEqual([]);
		}
	}, 60_000);
});
