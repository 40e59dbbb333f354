/** 60 secrets and 60 lookalikes in a session on disk, exported into every format: the former are gone, the latter are not. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import {Library} from '../../source/catalog/library.ts';
import {formatIds} from '../../source/formats/format.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {plantedLookalikes, plantedSecrets} from '../redact/planted.ts';

const id = 'bbbbbbbb-0000-4000-8000-000000000002';

/** In turns a prompt, an answer, a command and its output. */
function recordOf(text: string, index: number): string {
	const content = [
		text,
		[{type: 'text', text}],
		[{type: 'tool_use', id: `toolu_${index}`, name: 'Bash', input: {command: text}}],
		[{type: 'tool_result', tool_use_id: `toolu_${index - 1}`, content: text}],
	][index % 4];
	const type = index % 4 === 0 || index % 4 === 3 ? 'user' : 'assistant';
	return JSON.stringify({
		type,
		uuid: `u${index}`,
		parentUuid: index === 0 ? null : `u${index - 1}`,
		sessionId: id,
		cwd: '/srv/shop',
		timestamp: new Date(Date.UTC(2026, 0, 1, 12, 0, index)).toISOString(),
		message: {role: type, content, ...(type === 'assistant' ? {id: `msg_${index}`, model: 'model'} : undefined)},
	});
}

function plantedHome(): string {
	const home = temporaryDirectory();
	const project = path.join(home, '.claude', 'projects', '-srv-shop');
	fs.mkdirSync(project, {recursive: true});
	const texts = [...plantedSecrets(), ...plantedLookalikes()].map(({text}) => text);
	fs.writeFileSync(path.join(project, `${id}.jsonl`), `${texts.map(recordOf).join('\n')}\n`);
	return home;
}

/** As a reader would see it: escapes of JSON and HTML undone, and quotes of Markdown. */
function readings(text: string): string[] {
	const html = text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&');
	const json = text.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
	return [text, html, json, text.replace(/^(?:> )+/gm, ''), text.replaceAll('\\', '')];
}

function stringsIn(value: unknown, found: string[] = []): string[] {
	if (typeof value === 'string') found.push(value);
	else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) stringsIn(each, found);
	return found;
}

it.each(formatIds)('%s keeps no secret, and every lookalike', async format => {
	const library = new Library({homes: [plantedHome()]});
	const [ref] = (await library.scan()).sessions;
	const choice = {format, isRedacted: true, hidesHome: false};
	const prepared = await prepareExport(library, ref!, {choice, now: 0});
	let written = '';
	for await (const piece of prepared.pieces) written += piece.toString();
	const all = readings(written);
	const left = plantedSecrets().filter(({secret}) => all.some(text => text.includes(secret)));
	expect(left.map(({kind}) => kind)).toEqual([]);
	expect(prepared.replaced().reduce((sum, {count}) => sum + count, 0)).toBeGreaterThanOrEqual(60);
	expect(JSON.stringify(prepared.replaced())).not.toMatch(/sk-|ghp_|AKIA|PRIVATE/);
	if (format === 'markdown' || format === 'html') return;
	const lines = format === 'jsonl' ? written.trimEnd().split('\n') : [written];
	// Blanks around a prompt are none of it.
	const strings = new Set(lines.flatMap(line => stringsIn(JSON.parse(line))).map(string => string.trim()));
	const alarms = plantedLookalikes().filter(({text}) => !strings.has(text.trim()));
	expect(alarms.map(({what}) => what)).toEqual([]);
});
