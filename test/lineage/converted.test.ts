/** Sessions that were made from others by converting them: one family, even across agents. */
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportFromExplorer} from '../../source/actions/export/explorer-export.ts';
import {familyRefs} from '../../source/actions/family-refs.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import type {Library} from '../../source/catalog/library.ts';
import type {Session} from '../../source/model/session.ts';
import {treeHome} from '../helpers/drawn-tree.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const ref = (agent: SessionRef['agent'], id: string, more: Partial<SessionRef> = {}): SessionRef => ({
	agent,
	id,
	path: `/x/${agent}/${id}`,
	files: [`/x/${agent}/${id}`],
	size: 1,
	isAgentSession: false,
	isFolded: false,
	store: '/x',
	stamp: '1',
	...more,
});

function libraryOf(sessions: readonly SessionRef[], source?: Session['source']): Library {
	return {
		scan: async () => ({sessions}),
		origin: async ({forkedFrom}: SessionRef) => ({forkedFrom}),
		head: async () => ({source}),
	} as unknown as Library;
}

const names = (refs: readonly SessionRef[]) => refs.map(({agent, id}) => `${agent} ${id}`).sort();

describe('a family', () => {
	const sessions = [
		ref('claude', 'a'),
		ref('codex', 'b', {convertedFrom: 'claude:a'}),
		ref('gemini', 'c', {convertedFrom: 'codex:b'}),
		ref('codex', 'sub', {parentId: 'b'}),
		// The same id with another agent is somebody else.
		ref('pi', 'a'),
		ref('pi', 'z', {parentId: 'a'}),
	];

	it.each(['claude a', 'codex b', 'gemini c', 'codex sub'])('of %s goes across agents', async name => {
		const self = sessions.find(each => name === `${each.agent} ${each.id}`)!;
		const found = await familyRefs(libraryOf(sessions), self);
		expect(names(found)).toEqual(['claude a', 'codex b', 'codex sub', 'gemini c']);
	});

	it('of an imported session has the one it was exported from', async () => {
		const imported = ref('claude', 'a', {path: '/y/a.json', files: ['/y/a.json']});
		const source = {type: 'local', path: '/x/claude/a'};
		const found = await familyRefs(libraryOf(sessions.slice(0, 1), source), imported);
		expect(found.map(({path: file}) => file).sort()).toEqual(['/x/claude/a', '/y/a.json']);
	});
});

it('an exported session hangs below its original, and shares everything with it', async () => {
	const home = await treeHome('claude/tui-rewind');
	const file = path.join(temporaryDirectory(), 'session.json');
	const choice = {format: 'unified', isRedacted: false, hidesHome: false} as const;
	await exportFromExplorer(home.library, {refs: home.sessions, choice, target: file});
	const {family, sessions, rows} = await home.jsonOf(file, {family: true});
	expect(family).toMatchObject({sessions: 2, prompts: 5});
	expect(family.shared.tokens).toBe(family.tokens);
	const origins = sessions.map(({converted_from}: {converted_from: string | null}) => converted_from);
	expect(new Set(origins)).toEqual(new Set([null, home.sessions[0]!.id]));
	expect(rows.at(-1)).toMatchObject({kind: 'converted', depth: 2, prompts: 0});
	expect((await home.treeOf(file, {family: true, columns: 120})).at(-1)).toBe(
		'   └─⇢ converted to claude ID  my-renamed-session',
	);
});
