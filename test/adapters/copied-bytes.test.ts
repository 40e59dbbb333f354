/** All records of a session are its file, to the byte: what could not be read is a part of it. */
import fs from 'node:fs';
import {expect, it} from 'vitest';
import {oneBehindTheOther} from '../../source/adapters/jsonl/copy-whole.ts';
import {Library} from '../../source/catalog/library.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome} from '../helpers/fixture-home.ts';

it.each([
	['claude', 'claude/plain'],
	['codex', 'codex/plain'],
	['gemini', 'gemini/plain'],
	['cursor', 'cursor/transcripts'],
	['pi', 'pi/tree'],
	['copilot', 'copilot/tools'],
])('damaged lines of %s are copied with the others', async (agent, fixture) => {
	const home = fixtureHome(fixture);
	const refs = async () => (await new Library({homes: [home], agents: [agent]}).scan()).sessions;
	const fileOf = (files: readonly string[]) => files.filter(file => file.endsWith('.jsonl'));
	const one = (await refs()).find(({files}) => fileOf(files).length === 1)!;
	const [file] = fileOf(one.files);
	const lines = fs.readFileSync(file!, 'utf8').trimEnd().split('\n');
	lines.splice(1, 0, '{"broken": "and never', '', 'no JSON at all');
	for (const text of [`${lines.join('\n')}\n`, `${lines.join('\n')}\n{"cut": "o`]) {
		fs.writeFileSync(file!, text);
		const ref = (await refs()).find(({id}) => id === one.id)!;
		const history = await new Library({homes: [home]}).read(ref);
		const copied = Buffer.concat(await collect(history.records('all'))).toString();
		expect(copied.endsWith(text)).toBe(true);
		expect(history.warnings.length).toBeGreaterThan(0);
		// Of one branch only what is known to be on it.
		expect(Buffer.concat(await collect(history.records())).toString()).not.toContain('no JSON at all');
	}
});

it('files of one session begin on a line of their own, and nothing is put behind the last', async () => {
	const file = async function* (...chunks: string[]) {
		for (const chunk of chunks) yield Buffer.from(chunk);
	};
	const files = [file('{"a":', '1}'), file('{"b":2}\n'), file(), file('{"c":3}')];
	expect(Buffer.concat(await collect(oneBehindTheOther(files))).toString()).toBe('{"a":1}\n{"b":2}\n{"c":3}');
});
