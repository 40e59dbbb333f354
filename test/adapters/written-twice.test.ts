/** A file in which every line stands twice, as some tools that copy files leave them: nothing of it is lost, and nothing forks. */
import fs from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from '../helpers/claude-session.ts';
import {describeEverySession, type FoundSession} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

/** What everybody sees, without what only tells where it lies. */
const seen = ({kind, text, tool, isAside}: Entry) => `${kind} ${isAside ?? ''} ${tool?.name ?? ''} ${text}`;

function doubled(file: string): void {
	const lines = fs.readFileSync(file, 'utf8').split('\n');
	fs.writeFileSync(file, lines.flatMap(line => (line === '' ? [line] : [line, line])).join('\n'));
}

let checked = 0;

async function check({adapter, ref, name}: FoundSession): Promise<void> {
	if (adapter.agent !== 'claude' || ref.isAgentSession) return;
	const once = await adapter.history(ref);
	const copy = path.join(temporaryDirectory(), path.basename(ref.path));
	fs.copyFileSync(ref.path, copy);
	doubled(copy);
	const found = await adapter.recognize(copy);
	if (!found || once.warnings.length > 0) return;
	const twice = await adapter.history(found);
	checked++;
	const {counts} = once.session;
	expect({name, counts: twice.session.counts, tokens: twice.session.tokens}).toEqual({
		name,
		counts: {...counts, unknown: counts?.unknown && expect.any(Number)},
		tokens: once.session.tokens,
	});
	// Records without an id of their own may stand there twice: nobody can tell.
	const own = ({id}: Entry) => !id.startsWith('@');
	const [all, again] = await Promise.all([once, twice].map(async each => (await collect(each.entries())).filter(own)));
	expect({name, entries: again!.map(seen)}).toEqual({name, entries: all!.map(seen)});
}

describeEverySession(check);

it('was looked at often enough', () => {
	expect(checked).toBeGreaterThan(10);
});
