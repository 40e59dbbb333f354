import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Context} from '../../source/actions/context.ts';
import {diffName, diffPieces, writeDiff} from '../../source/actions/diff-export/write-diff.ts';
import {describeReplaced} from '../../source/actions/export/replaced.ts';
import type {SidesCompared} from '../../source/compare/compare-sides.ts';
import {comparedOf, sessionOf} from '../helpers/compared.ts';
import {entry, toolUse} from '../helpers/fake-library.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
const nasty = '<script>alert(1)</script> | `x` *y*';

const compared = () =>
	comparedOf(
		[
			entry('user', 'begin 検索 🎉'),
			entry('user', `use backoff with 500 ms\n${nasty}`),
			...toolUse('Bash', {command: 'npm test'}, 'two\nfailed', true),
			...toolUse('Write', {file_path: 'a.ts', content: `const key = '${token}'\n`}, 'ok'),
		],
		[
			entry('user', 'begin 検索 🎉'),
			entry('user', `use backoff with 900 ms\n${nasty}`),
			...toolUse('Bash', {command: 'npm test'}, 'two\nok'),
			...toolUse('Write', {file_path: 'a.ts', content: 'const key = 1'}, 'ok'),
			entry('assistant', '```\nfence\n```'),
		],
		[sessionOf('aaaaaaaa-1', {title: 'Mine | yours'}), sessionOf('bbbbbbbb-2', {title: '<b>Bold</b>'})],
	);

async function written(format: 'markdown' | 'html', isRedacted = true) {
	const {pieces, replaced} = diffPieces(await compared(), {format, isRedacted});
	let text = '';
	for await (const piece of pieces()) text += piece;
	return {text, replaced: describeReplaced(replaced())};
}

describe('a comparison as Markdown', () => {
	it('has a table, what differs and patches', async () => {
		const {text} = await written('markdown');
		expect(text).toContain('# Mine \\| yours and \\<b\\>Bold\\</b\\>\n');
		expect(text).toMatch(/^\| Prompts \| 2 \| 2 \|$/m);
		expect(text).toContain('\n*1 step the same*\n');
		expect(text).toMatch(/```diff\n- use backoff with 500 ms\n\+ use backoff with 900 ms\n {2}<script>/);
		expect(text).toMatch(/`npm test`.*another result\n\n```diff\n {2}two\n- failed\n\+ ok\n```/s);
		expect(text).toContain('### `a.ts`\n\ndiffers\n\n```diff\n--- a/a.ts\n+++ b/a.ts\n');
		expect(text).toContain('\\ No newline at end of file');
		// A fence in a text does not end ours.
		expect(text).toMatch(/````diff\n\+ ```\n\+ fence\n\+ ```\n````/);
	});

	it('has no secrets, unless they are wanted', async () => {
		const clean = await written('markdown');
		expect(clean.text).not.toContain(token);
		expect(clean.replaced).toMatch(/^replaced: /);
		const whole = await written('markdown', false);
		expect(whole.text).toContain(token);
		expect(whole.replaced).toBeUndefined();
	});
});

describe('a comparison as HTML', () => {
	it('is one page that loads nothing, with nothing of a session in its markup', async () => {
		const {text} = await written('html');
		expect(text).toMatch(/^<!doctype html>/);
		expect(text).toContain("default-src 'none'");
		expect(text).not.toContain('<script>alert');
		expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
		expect(text).toContain('<del>500</del>');
		expect(text).toContain('<ins>900</ins>');
		expect(text).toContain('&lt;b&gt;Bold&lt;/b&gt;');
		expect(text).not.toContain(token);
		expect(text.match(/<(?:img|link|iframe|object)\b/)).toBeNull();
		for (const tag of ['table', 'tr', 'td', 'details', 'pre', 'main', 'header'])
			expect(text.split(new RegExp(`<${tag}[ >]`)).length, tag).toBe(text.split(`</${tag}>`).length);
	});
});

describe('diff --output', () => {
	const run = async (sides: SidesCompared, flags: Partial<Context['flags']>) => {
		const notes: string[] = [];
		const context = {flags: {all: false, raw: false, full: false, ...flags}, note: (text: string) => notes.push(text)};
		let printed = '';
		for await (const piece of writeDiff(context as unknown as Context, sides)) printed += piece;
		return {printed, notes};
	};

	it('writes a file, and not over another one', async () => {
		const sides = await compared();
		const file = path.join(temporaryDirectory(), 'x.html');
		const {printed, notes} = await run(sides, {output: file});
		expect(printed).toBe('');
		expect(notes.join()).toContain(`wrote ${file}`);
		expect(fs.readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/);
		await expect(run(sides, {output: file, format: 'markdown'})).rejects.toThrow('--force writes over it');
		await run(sides, {output: file, format: 'markdown', force: true});
		expect(fs.readFileSync(file, 'utf8')).toMatch(/^# Mine/);
		expect(fs.readdirSync(path.dirname(file))).toEqual(['x.html']);
	});

	it('prints without it, as what was asked for', async () => {
		const sides = await compared();
		expect((await run(sides, {format: 'markdown'})).printed).toMatch(/^# /);
		expect((await run(sides, {format: 'html'})).printed).toMatch(/^<!doctype/);
		await expect(run(sides, {format: 'jsonl'})).rejects.toThrow('a comparison is markdown or html');
	});

	it('holds to what the user says of secrets, in its name too', async () => {
		const sides = await compared();
		const how = {format: 'markdown', isRedacted: true, redaction: {patterns: ['Mine']}} as const;
		let text = '';
		for await (const piece of diffPieces(sides, how).pieces()) text += piece;
		expect(text).not.toContain('Mine');
		expect(diffName(sides, how)).not.toContain('mine');
	});

	it('suggests a name that says what it is', async () => {
		expect(diffName(await compared(), {format: 'markdown', isRedacted: true})).toBe(
			'compared-mine-yours-aaaaaaaa-bbbbbbbb.md',
		);
	});
});
