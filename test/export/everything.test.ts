/** Every session we have, through every format: what is read back from one is what the session itself would have given. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {Library} from '../../source/catalog/library.ts';
import {type FormatId, openFormatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {validate} from '../../source/formats/validate.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
const agents = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'];
const now = Date.parse('2026-11-16T12:00:00Z');

async function exported(library: Library, ref: SessionRef, format: FormatId, isLine = false): Promise<string> {
	const choice = {format, isRedacted: false, hidesHome: false, branch: 'all' as const};
	const {pieces} = await prepareExport(library, ref, {choice, isLine, now});
	const parts: Buffer[] = [];
	for await (const piece of pieces) parts.push(Buffer.from(piece));
	return Buffer.concat(parts).toString('utf8');
}

/** What a person and a model said, on all branches. */
async function saidIn(library: Library, ref: SessionRef): Promise<string[]> {
	const texts: string[] = [];
	for await (const {kind, text} of (await library.history(ref)).entries('all', {isWhole: true}))
		if ((kind === 'user' || kind === 'assistant') && text.trim() !== '') texts.push(text);
	return texts;
}

function stringsIn(value: unknown, found: string[] = []): string[] {
	if (typeof value === 'string') found.push(value);
	else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) stringsIn(each, found);
	return found;
}

async function checkSession(library: Library, ref: SessionRef, folder: string): Promise<string[]> {
	const troubles: string[] = [];
	const said = await saidIn(library, ref);
	for (const format of openFormatIds) {
		const written = await exported(library, ref, format);
		const value: unknown = JSON.parse(written);
		for (const finding of (await validate(format, value)).slice(0, 3))
			troubles.push(`${format}: ${JSON.stringify(finding)}`);
		const strings = stringsIn(value);
		const missing = said.filter(text => !strings.some(string => string.includes(text)));
		// The formats that have no branches tell the active one; what they leave out is left out on purpose.
		if (formatOf(format).hasBranches && missing.length > 0)
			troubles.push(`${format}: ${missing.length} texts are missing`);
		const file = path.join(folder, `session${formatOf(format).extension}`);
		fs.writeFileSync(file, written);
		const read = await library.recognize(file);
		if (!read) {
			troubles.push(`${format}: not recognized`);
			continue;
		}
		if ((await exported(library, read, format)) !== written)
			troubles.push(`${format}: another text after reading it back`);
		const line = await exported(library, ref, format, true);
		if (line.trimEnd().includes('\n') || !line.endsWith('\n')) troubles.push(`${format}: the line is no line`);
		if (format !== 'unified') continue;
		for (const other of ['markdown', 'html', 'session-data', 'universal'] as const)
			if ((await exported(library, read, other)) !== (await exported(library, ref, other)))
				troubles.push(`unified → ${other} is another than native → ${other}`);
	}
	return troubles;
}

async function checkHome(home: string): Promise<{sessions: number; troubles: string[]}> {
	const library = new Library({homes: [home]});
	const {sessions} = await library.scan();
	const folder = temporaryDirectory();
	const troubles: string[] = [];
	for (const ref of sessions) {
		const found = await checkSession(library, ref, folder);
		troubles.push(...found.map(trouble => `${ref.agent} ${path.basename(ref.path)}: ${trouble}`));
	}
	return {sessions: sessions.length, troubles};
}

describe('every session, through every format', () => {
	it.each(agents)(
		'of the fixtures of %s',
		async agent => {
			const names = fs.readdirSync(path.join(fixtures, agent)).map(name => path.join(agent, name));
			let count = 0;
			for (const name of names) {
				const {sessions, troubles} = await checkHome(fixtureHome(name));
				expect(troubles).toEqual([]);
				count += sessions;
			}
			expect(count).toBeGreaterThan(0);
		},
		120_000,
	);

	it('of the demo', async () => {
		const {sessions, troubles} = await checkHome(path.join(fixtures, 'demo'));
		expect(troubles).toEqual([]);
		expect(sessions).toBe(14);
	});

	it.skipIf(!hasCorpus)(
		'of the corpus',
		async () => {
			const {sessions, troubles} = await checkHome(corpusHome());
			expect(troubles).toEqual([]);
			expect(sessions).toBeGreaterThan(200);
		},
		300_000,
	);
});
