/** The explorer opens as it was left. */
import {describe, expect, it} from 'vitest';
import {Explorer} from '../../source/components/explorer.ts';
import {readState, stateOf} from '../../source/components/remembered-state.ts';
import {type Memory, Restoring} from '../../source/components/restoring.ts';
import {afternoon} from '../helpers/afternoon.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {entry, type FakeSession, fakeLibrary} from '../helpers/fake-library.ts';

const conversation = (name: string, length = 40) =>
	Array.from({length}, (_, at) => [
		entry('user', `${name} prompt ${at}`),
		entry('assistant', `${name} answer ${at}\n\nIt has several\n\nparagraphs.`),
	]).flat();

const sessions: FakeSession[] = ['a', 'b', 'c', 'd'].map((id, at) => ({
	id,
	title: `Session ${id}`,
	minutesAgo: at * 5,
	entries: conversation(id),
}));

/** A start of the program, as `app.tsx` makes it: the list, a frame, then what was open. */
async function start(memory: Memory, library = fakeLibrary(sessions)) {
	const kept: unknown[] = [];
	const explorer = new Explorer({
		source: library,
		onChange() {},
		onQuit() {},
		onSuspend() {},
		canSuspend: true,
		now: afternoon,
	});
	const restoring = new Restoring(explorer, {keep: state => kept.push(state), ...memory});
	restoring.begin();
	explorer.resize(100, 30);
	await explorer.open();
	return {explorer, restoring, kept};
}

async function settled(explorer: Explorer, isThere: () => boolean): Promise<void> {
	for (let turn = 0; turn < 400 && !isThere(); turn++) await new Promise(resolve => setTimeout(resolve, 5));
	expect(isThere(), JSON.stringify(stateOf(explorer))).toBe(true);
}

describe('what is remembered', () => {
	it('is nothing where nothing was chosen', async () => {
		const {explorer} = await openExplorer(fakeLibrary(sessions));
		expect(JSON.parse(JSON.stringify(stateOf(explorer)))).toEqual({});
	});

	it('is only what is not as usual', async () => {
		const {explorer, press} = await openExplorer(fakeLibrary(sessions));
		press('ctrl-s', 'ctrl-r');
		expect(stateOf(explorer)).toMatchObject({mode: 'words', scope: 'here'});
		expect(stateOf(explorer, {mode: 'words', scope: 'here'})).toMatchObject({mode: undefined, scope: undefined});
	});

	it('may come back as anything: what makes no sense is left out', () => {
		for (const value of [
			undefined,
			null,
			3,
			'x',
			[],
			{open: 3},
			{open: [{}]},
			{query: 5, scope: 'moon', selected: {id: 3}},
		])
			expect(JSON.parse(JSON.stringify(readState(value)))).toEqual({});
		const session = {agent: 'claude', id: 'a', path: '/a'};
		const read = readState({
			open: [{session, folds: {level: 'loud', tools: 1, thinking: true}, place: {entryId: 'x', line: -1}}],
		});
		expect(read.open).toEqual([
			{session, folds: {tools: false, thinking: true, side: false, level: 'normal'}, place: undefined},
		]);
	});
});

describe('the next start', () => {
	it('has query, mode, scope and the selected session, the first frame already the query', async () => {
		const first = await start({});
		const {explorer} = first;
		explorer.press('/');
		for (const letter of 'session') explorer.press(letter);
		await settled(explorer, () => explorer.scene.search?.shown !== undefined && !explorer.scene.search.isWaiting);
		explorer.press('escape');
		explorer.press('down');
		explorer.press('down');
		const selected = explorer.scene.list.selected?.ref.id;
		first.restoring.keep();
		const before = JSON.parse(JSON.stringify(first.kept.at(-1)));
		expect(before).toMatchObject({query: 'session', selected: {id: selected}});

		const {explorer: again, restoring} = await start({before});
		expect(again.scene.search?.text).toBe('session');
		expect(again.place).toBe('list');
		expect(again.scene.search?.shown).toBeUndefined();
		restoring.firstFrameDrawn();
		await settled(again, () => again.scene.search?.shown !== undefined && !again.scene.search.isWaiting);
		await turns();
		expect(again.scene.list.selected?.ref.id).toBe(selected);
		expect(again.scene.list.isRanked).toBe(true);
	});

	it('has the open session at the same place, with what was unfolded', async () => {
		const first = await start({});
		first.explorer.press('j');
		first.explorer.press('enter');
		const {reader} = first.explorer;
		await settled(first.explorer, () => reader?.status.phase === 'complete');
		for (const key of ['T', 'J', 'J', 'J', 'j', 'j', 'j', 'j']) first.explorer.press(key);
		const place = reader?.readingPlace;
		expect(place?.line).toBeGreaterThan(0);
		first.restoring.keep();
		const before = JSON.parse(JSON.stringify(first.kept.at(-1)));

		const {explorer, restoring, kept} = await start({before});
		expect(explorer.reader).toBeUndefined();
		expect(explorer.scene.list.selected?.ref.id).toBe('b');
		restoring.firstFrameDrawn();
		// Should it end the program now, it is not opened again.
		expect(kept.at(-1)).not.toHaveProperty('open');
		expect(explorer.reader?.ref.id).toBe('b');
		await settled(explorer, () => explorer.reader?.status.phase === 'complete');
		expect(explorer.reader?.readingPlace).toEqual(place);
		expect(explorer.reader?.folds.thinking).toBe(true);
		restoring.keep();
		expect(kept.at(-1)).toMatchObject({open: [{session: {id: 'b'}, place}]});
		explorer.press('q');
		expect(explorer.place).toBe('list');
	});

	it('opens a session that is not among the first ones when all are known', async () => {
		const library = fakeLibrary(sessions, {first: 1});
		const open = [{session: {agent: 'claude', id: 'd', path: '/fake/d.jsonl'}, folds: {}}];
		const {explorer, restoring} = await start({before: {open}}, library);
		restoring.firstFrameDrawn();
		expect(explorer.reader).toBeUndefined();
		library.tell({all: sessions.map(({id}) => library.ref(id))});
		expect(explorer.reader?.ref.id).toBe('d');
	});

	it('opens a sub-agent over the session that started it', async () => {
		const library = fakeLibrary([
			...sessions,
			{id: 'b1', parentId: 'b', title: 'Sub', minutesAgo: 6, entries: conversation('b1')},
		]);
		const named = (id: string) => ({session: {agent: 'claude', id, path: `/fake/${id}.jsonl`}, folds: {}});
		const {explorer, restoring} = await start({before: {open: [named('b'), named('b1')]}}, library);
		restoring.firstFrameDrawn();
		expect(explorer.reader?.ref.id).toBe('b1');
		explorer.press('q');
		expect(explorer.reader?.ref.id).toBe('b');
	});

	it('does not open a session that is gone, and says nothing', async () => {
		const library = fakeLibrary(sessions);
		const gone = {agent: 'claude', id: 'z', path: '/fake/z.jsonl'};
		const {explorer, restoring} = await start({before: {selected: gone, open: [{session: gone, folds: {}}]}}, library);
		// The stores were looked at: nobody else will come.
		library.tell({status: {phase: 'ready', indexed: 3, sessions: 3, indexedBytes: 0, bytes: 0}});
		restoring.firstFrameDrawn();
		library.tell({changed: [library.write({id: 'z', title: 'back again'})]});
		expect(explorer.reader).toBeUndefined();
		expect(explorer.message).toBe('');
		expect(explorer.onList).toBeUndefined();
		expect(explorer.scene.list.isAtFirst).toBe(true);
	});

	it('waits for a session that the catalogue does not know yet', async () => {
		const library = fakeLibrary(sessions);
		const session = {agent: 'claude', id: 'z', path: '/fake/z.jsonl'};
		const {explorer, restoring} = await start({before: {open: [{session, folds: {}}]}}, library);
		restoring.firstFrameDrawn();
		expect(explorer.reader).toBeUndefined();
		library.tell({changed: [library.write({id: 'z', title: 'found now'})]});
		expect(explorer.reader?.ref.id).toBe('z');
		explorer.close();
	});

	it('does not open what the list still has, though its file is gone', async () => {
		const session = {agent: 'claude', id: 'b', path: '/fake/b.jsonl'};
		const {explorer, restoring} = await start({before: {open: [{session, folds: {}}]}, areThere: () => false});
		restoring.firstFrameDrawn();
		expect(explorer.reader).toBeUndefined();
	});

	it('leaves whoever pressed a key where they are', async () => {
		const library = fakeLibrary(sessions, {first: 1});
		const session = {agent: 'claude', id: 'd', path: '/fake/d.jsonl'};
		const {explorer, restoring} = await start({before: {selected: session, open: [{session, folds: {}}]}}, library);
		restoring.firstFrameDrawn();
		explorer.press('j');
		library.tell({all: sessions.map(({id}) => library.ref(id))});
		expect(explorer.reader).toBeUndefined();
		expect(explorer.scene.list.selected?.ref.id).toBe('b');
	});

	it('that is left before anything came of it leaves everything as it was', async () => {
		const session = {agent: 'claude', id: 'd', path: '/fake/d.jsonl'};
		const before = {query: 'session', selected: session, open: [{session, folds: {}}]};
		const {restoring, kept} = await start({before}, fakeLibrary(sessions, {first: 1}));
		restoring.firstFrameDrawn();
		restoring.keep();
		expect(JSON.parse(JSON.stringify(kept.at(-1)))).toMatchObject(before);
	});

	it('begins with what the config file says, unless something else was chosen', async () => {
		const usual = {
			mode: 'words',
			scope: 'here',
			grouping: 'none',
			sort: 'oldest',
			preview: false,
			agentSessions: true,
			level: 'skim',
		} as const;
		const {explorer} = await start({usual, before: {mode: 'regex'}});
		const {search, list, isPreviewShown} = explorer.scene;
		expect(search).toMatchObject({mode: 'regex', scope: 'here'});
		expect(list).toMatchObject({grouping: 'none', sort: 'oldest', areAgentsShown: true});
		expect(isPreviewShown).toBe(false);
		explorer.press('enter');
		await settled(explorer, () => explorer.reader !== undefined);
		expect(explorer.reader?.folds.level).toBe('skim');
	});

	it('does not open what failed the last time', async () => {
		const {explorer, restoring, kept} = await start({});
		explorer.press('enter');
		restoring.keep();
		expect(kept.at(-1)).toHaveProperty('open');
		restoring.keepBroken();
		expect(kept.at(-1)).not.toHaveProperty('open');
		restoring.keep();
		expect(kept.at(-1)).not.toHaveProperty('open');
	});
});
