/** Long outputs are drawn from the bytes they are in the file: the document is the one that decoded texts make. */
import fs from 'node:fs';
import {expect, it} from 'vitest';
import type {ByteRange, EntryOptions, Glance, Hint} from '../../source/adapters/adapter.ts';
import {codex} from '../../source/adapters/codex/codex.ts';
import {draw} from '../../source/formats/markdown/draw.ts';
import {noForks} from '../../source/formats/parts/stretches.ts';
import type {Entry} from '../../source/model/entry.ts';
import {decodeBytes} from '../../source/text/byte-text.ts';
import {call, meta, output, readThread, response, said, typed, writeRollout} from '../helpers/codex-session.ts';
import {placesToCut} from '../helpers/cut-places.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {hostileTexts} from '../helpers/hostile-text.ts';

type Texts = Pick<EntryOptions, 'keepsBytes'>;

async function entriesIn(glance: Glance, range: ByteRange, hint: Hint, texts: Texts): Promise<Entry[]> {
	const entries: Entry[] = [];
	for await (const batch of glance.read(range, hint, texts)) entries.push(...batch);
	return entries;
}

async function drawn(entries: readonly Entry[], cwd: string | undefined): Promise<string> {
	const batches = async function* () {
		yield entries;
	};
	let text = '';
	for await (const {bytes, asides} of draw({session: {cwd}, compactions: [], batches}, noForks))
		text += `${Buffer.from(bytes).toString('utf8')}\n${asides}\n`;
	return text;
}

const decoded = ({bytes, ...entry}: Entry): Entry => {
	if (!bytes) return entry;
	const {tool} = entry;
	const text = (letters: string | undefined) => (letters === undefined ? undefined : decodeBytes(letters));
	return {
		...entry,
		text: decodeBytes(entry.text),
		tool: tool && {...tool, output: text(tool.output), printed: text(tool.printed)},
	};
};

/** How many outputs were left as bytes. */
async function check({adapter, ref, name}: FoundSession): Promise<number> {
	const glance = await adapter.glance?.(ref);
	if (!glance || fs.statSync(ref.path).size === 0) return 0;
	const history = await adapter.history(ref);
	const places = await placesToCut(history, ref.path);
	let kept = 0;
	for (const [at, to] of [...places, fs.statSync(ref.path).size].entries()) {
		const range = {from: places[at - 1] ?? 0, to};
		const hint = history.warnings.length > 0 ? undefined : history.hint!(range);
		if (!hint) continue;
		const [texts, bytes] = [
			await entriesIn(glance, range, hint, {keepsBytes: false}),
			await entriesIn(glance, range, hint, {keepsBytes: true}),
		];
		kept += bytes.filter(entry => entry.bytes).length;
		const shown = (entries: readonly Entry[]) => entries.filter(({isAside}) => !isAside);
		expect({name, range, entries: shown(bytes).map(decoded)}).toEqual({name, range, entries: shown(texts)});
		expect(bytes.length).toBe(texts.length);
		const {cwd} = history.session;
		expect({name, range, text: await drawn(bytes, cwd)}).toEqual({name, range, text: await drawn(texts, cwd)});
	}
	return kept;
}

describeEverySession(async session => {
	await check(session);
});

const words = '漢字 and résumés — ✓ 🚀 │ of plain words\n'.repeat(60);

/** Outputs as tools write them, and as nobody should. */
const outputs: readonly unknown[] = [
	words,
	words.trim(),
	'only letters of ASCII\n'.repeat(90),
	`Chunk ID: 1a\nWall time: 2.5 seconds\nProcess exited with code 0\nOutput:\n${words}`,
	`Chunk ID: 1a\nWall time: 2.5 seconds\nProcess exited with code 1\nOutput:\n${words}`,
	`Command: é${'ü'.repeat(900)}\nProcess exited with code 3\nOutput:\n${words}`,
	`error: ${words}`,
	`${words}\u00A0\u3000\n\n`,
	`${words}à`,
	`${words}\u00A0`,
	`${words}\u001B[31mred\u001B[0m`,
	`${words}\r\n${words}`,
	`10 %\r50 %\r100 %\n${words}`,
	`${words}\`\`\`\`\n${words}`,
	`${words}\\u00e9 \\n "quoted" / \\\\`,
	`${words}\u202E hidden \u200B letters \u007F`,
	`${words}e\u0301\u0301\u0301\u0301\u0301\u0301`,
	JSON.stringify({output: words, metadata: {exit_code: 0, duration_seconds: 1.5}}),
	JSON.stringify({output: `${words}\u00e9`, metadata: {exit_code: 7, duration_seconds: 1.5}}),
	JSON.stringify({agent_id: 'é', nickname: words}),
	`  {"output": not JSON ${words}`,
	[{type: 'input_text', text: words}],
	[
		{type: 'input_text', text: words},
		{type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo='},
		{type: 'input_text', text: `second é\n${words}`},
	],
	words.repeat(20),
	'日本語のとても長い行'.repeat(4000),
	...Object.values(hostileTexts).map(hostile => `${words}${hostile}${words}`),
];

async function sessionOf(given: readonly unknown[]): Promise<FoundSession> {
	const home = temporaryDirectory();
	const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** End Patch';
	const records = given.flatMap((text, at) => [
		...typed(`prompt ${at} é`),
		call(`call_${at}`),
		output(`call_${at}`, text),
		response('custom_tool_call', {status: 'completed', call_id: `patch_${at}`, name: 'apply_patch', input: patch}),
		response('custom_tool_call_output', {call_id: `patch_${at}`, output: text}),
		...said(`answer ${at} é`),
	]);
	writeRollout(home, [meta(), ...records]);
	return {adapter: codex, ref: (await readThread(home)).ref, name: 'made'};
}

it('outputs of all sorts are drawn as they would be from texts', async () => {
	expect(await check(await sessionOf(outputs))).toBeGreaterThan(40);
});

it('outputs that have to be looked at stay bytes until then', async () => {
	const kept = async (text: string) => (await check(await sessionOf([text]))) > 0;
	expect(await kept(words)).toBe(true);
	expect(await kept(`${words}\r`)).toBe(true);
	// What a parser has to read.
	expect(await kept(`${words}\u001B[0m`)).toBe(false);
	expect(await kept(JSON.stringify({output: words, metadata: {exit_code: 0}}))).toBe(false);
	expect(await kept('short é')).toBe(false);
});
