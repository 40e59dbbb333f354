/** Every session we have, exported as unified JSON and read back: every other format of it is what the session itself gives. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {prepareExport} from '../../source/actions/export/prepare-export.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {Library} from '../../source/catalog/library.ts';
import type {FormatId} from '../../source/formats/format.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
const agents = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'];
const now = Date.parse('2026-11-16T12:00:00Z');

async function exported(library: Library, ref: SessionRef, format: FormatId): Promise<string> {
	const choice = {format, isRedacted: false, hidesHome: false, branch: 'all' as const};
	const {pieces} = await prepareExport(library, ref, {choice, now});
	const parts: Buffer[] = [];
	for await (const piece of pieces) parts.push(Buffer.from(piece));
	return Buffer.concat(parts).toString('utf8');
}

/** Pictures that are none (made up for tests by others) are not carried along. */
function withoutImages(text: string): string {
	return text.replace(/<img src="data:[^>]*>|<p class="media">[^<]*<\/p>/g, '');
}

async function checkSession(library: Library, ref: SessionRef, folder: string): Promise<string[]> {
	const file = path.join(folder, 'session.json');
	fs.writeFileSync(file, await exported(library, ref, 'unified'));
	const read = await library.recognize(file);
	if (!read) return ['not recognized'];
	const troubles: string[] = [];
	for (const other of ['markdown', 'html', 'session-data', 'universal'] as const) {
		const [again, native] = [await exported(library, read, other), await exported(library, ref, other)];
		if (withoutImages(again) !== withoutImages(native))
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

describe('every session, through the unified format', () => {
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
