/** How the list stands: under which headings, in which order, and what is asked for it. */
import {describe, expect, test} from 'vitest';
import {Explorer} from '../../source/components/explorer.ts';
import {afternoon} from '../helpers/afternoon.ts';
import {openExplorer, turns} from '../helpers/fake-explorer.tsx';
import {entry, type FakeSession, fakeLibrary} from '../helpers/fake-library.ts';

const counts = (prompts: number) => ({prompts});
const sessions: FakeSession[] = [
	{id: 'a', title: 'Zebra', cwd: '/me/work/api', minutesAgo: 5, size: 10, counts: counts(3), tokens: {input: 5}},
	{id: 'b', title: 'Apple', cwd: '/me/web', minutesAgo: 60, size: 99, counts: counts(9), tokens: {input: 1}},
	{id: 'b1', title: 'Below it', cwd: '/me/web', minutesAgo: 61, parentId: 'b'},
	{id: 'c', title: 'Mango', cwd: '/me/work/api', minutesAgo: 2000, size: 50, counts: counts(1), tokens: {input: 9}},
	{id: 'd', title: 'Lemon', cwd: '/me/home/api', minutesAgo: 9000, size: 1, counts: counts(2), tokens: {input: 2}},
];

async function open(options: Parameters<typeof fakeLibrary>[1] = {}, all: readonly FakeSession[] = sessions) {
	const calls = {head: 0, opening: 0, history: 0, facts: 0};
	const library = fakeLibrary(all, {calls, ...options});
	const opened = await openExplorer(library);
	const {list} = opened.explorer.scene;
	return {
		...opened,
		library,
		calls,
		list,
		/** Headings and sessions, from top to bottom. */
		standing: () =>
			list.rows.map(row => (row.kind === 'session' ? row.ref.id : row.kind === 'heading' ? row.label : '')).join(' '),
		async pressed(...keys: string[]) {
			opened.press(...keys);
			await turns();
		},
	};
}

describe('grouping', () => {
	test('g goes from days to projects to none, and the header says so', async () => {
		const {pressed, standing, lines, frame} = await open();
		expect(standing()).toBe('today a b yesterday c last 7 days d');
		expect(lines()[0]).not.toContain('by');
		await pressed('g');
		expect(standing()).toBe('work/api a c web b home/api d');
		expect(lines()[0]).toContain('by project');
		expect(frame()).toMatch(/ work\/api {2}2 /);
		expect(frame()).toContain('By project, newest first');
		await pressed('g');
		expect(standing()).toBe('a b c d');
		expect(lines()[0]).toContain('no headings');
		await pressed('g');
		expect(standing()).toBe('today a b yesterday c last 7 days d');
	});

	test('what is known of all is asked for once, and only when it is needed', async () => {
		const {pressed, calls} = await open();
		await pressed('j', 'k', 'G');
		expect(calls.facts).toBe(0);
		await pressed('g', 'j', 'k', 'G', 'home');
		expect(calls.facts).toBe(1);
	});

	test('keeps the selection on its session, or at the first one', async () => {
		const {pressed, list} = await open();
		await pressed('j', 'j', 'g');
		expect(list.selected?.ref.id).toBe('c');
		await pressed('home', 's', 's');
		expect(list.selected?.ref.id).toBe('c');
		expect(list.selectedPosition).toBe(1);
	});

	test('a session nobody knows moves to its project when its header is read', async () => {
		const unknown = ({id, title, cwd}: FakeSession) => (id === 'c' || id === 'd' ? undefined : {title, cwd});
		const {pressed, standing, shows} = await open({knownFacts: unknown});
		// The headers in sight are read already.
		await pressed('g');
		await shows(() => standing() === 'work/api a c web b home/api d');
	});

	test('where nobody knows all, what is not in sight has no project until it is', async () => {
		const many = Array.from({length: 90}, (_, at) => ({id: `s${at}`, cwd: `/p/p${at % 2}`, minutesAgo: at}));
		const {pressed, list, calls, shows} = await open({knownFacts: false}, many);
		const groups = () => list.rows.flatMap(row => (row.kind === 'heading' ? [`${row.label} ${row.count}`] : []));
		await pressed('g');
		await shows(() => groups().length === 3);
		expect(calls.head).toBeLessThan(40);
		const [first, , last] = groups();
		expect(last).toMatch(/^unknown project [5-7]\d$/);
		await pressed('G');
		await shows(() => groups()[0] !== first);
		expect(
			groups()
				.map(group => Number(group.split(' ').at(-1)))
				.reduce((sum, count) => sum + count),
		).toBe(90);
		expect(list.selected?.ref.id).toBe('s89');
	});

	test('until it is known, days stay; a session without a project is said to have none', async () => {
		let letGo = () => {};
		const library = fakeLibrary([...sessions, {id: 'e', title: 'Nowhere', minutesAgo: 9001}]);
		const {facts} = library;
		const slow = {
			...library,
			async facts() {
				await new Promise<void>(resolve => {
					letGo = resolve;
				});
				return facts!();
			},
		};
		const {explorer, press, frame, shows} = await openExplorer(slow);
		press('g');
		await turns();
		expect(frame()).toContain(' yesterday');
		letGo();
		await shows('unknown project  1');
		expect(frame()).not.toContain(' yesterday');
		explorer.close();
	});
});

describe('the order', () => {
	test('s goes through all of them', async () => {
		const {pressed, standing, lines} = await open();
		const seen: string[] = [];
		for (let step = 0; step < 6; step++) {
			await pressed('s');
			seen.push(`${standing()}${/ · ((most|by|[a-z]+est) [a-z ]*?(first|title))/.exec(lines()[0]!)?.[1] ?? ''}`);
		}
		expect(seen).toEqual([
			'last 7 days d yesterday c today b aoldest first',
			'b c a dlargest first',
			'b a d cmost prompts first',
			'c a d bmost tokens first',
			'b d c aby title',
			'today a b yesterday c last 7 days d',
		]);
	});

	test('says how many are not counted yet', async () => {
		const {pressed, lines} = await open({knownFacts: ({id, title}) => (id === 'a' ? {title, prompts: 3} : {title})});
		await pressed('s', 's', 's');
		expect(lines()[0]).toContain('most prompts first · 3 not counted yet');
		await pressed('s', 's');
		expect(lines()[0]).not.toContain('not counted');
	});

	test('a session that changed finds its new place', async () => {
		const {pressed, standing, shows, library} = await open();
		await pressed('s', 's');
		expect(standing()).toBe('b c a d');
		library.tell({changed: [library.write({id: 'd', minutesAgo: 0, size: 500})]});
		expect(standing()).toBe('d b c a');
		await pressed('s');
		expect(standing()).toBe('b a d c');
		library.tell({changed: [library.write({id: 'c', counts: counts(50)})]});
		await shows(() => standing() === 'c b a d');
	});

	test('can be set before the list is there, as it was when the program was left', async () => {
		const source = fakeLibrary(sessions);
		const explorer = new Explorer({
			source,
			onChange() {},
			onQuit() {},
			onSuspend() {},
			canSuspend: true,
			now: afternoon,
		});
		const {list} = explorer.scene;
		list.grouping = 'project';
		list.sort = 'title';
		explorer.resize(100, 30);
		await explorer.open();
		await turns();
		expect(list.rows.map(row => (row.kind === 'heading' ? row.label : row.ref.id))).toEqual([
			'work/api',
			'c',
			'a',
			'web',
			'b',
			'home/api',
			'd',
		]);
		expect(list.selectedPosition).toBe(1);
		explorer.close();
	});
});

test('what was found stands by how well it matches', async () => {
	const found = sessions.map(session => ({...session, entries: [entry('user', `a word ${session.id}`)]}));
	const {pressed, type, shows, press, frame, lines, list, standing} = await open({}, found);
	await pressed('g', 's', '/');
	type('lemon');
	await shows('1 of 5');
	press('enter');
	await shows('prompt 1/1');
	press('q');
	expect(list.isRanked).toBe(true);
	expect(lines()[0]).not.toContain('by project');
	for (const key of ['g', 's']) {
		press(key);
		expect(frame()).toContain('What was found stands by how well it matches');
	}
	await pressed('escape');
	expect(standing()).toBe('work/api c a web b home/api d');
});

test('the sub-agents of one session are shown and folded', async () => {
	const {pressed, standing, frame} = await open();
	await pressed('l');
	expect(frame()).toContain('This session has no sub-agents');
	await pressed('j', 'right');
	expect(standing()).toBe('today a b b1 yesterday c last 7 days d');
	await pressed('j', 'h');
	expect(standing()).toBe('today a b yesterday c last 7 days d');
	await pressed('left');
	expect(frame()).toContain('Nothing is unfolded here');
});

test('p leaves the preview out and shows it again', async () => {
	const {pressed, frame, lines, calls, shows} = await open();
	await shows('│ Zebra');
	await pressed('p');
	expect(frame()).not.toContain('│');
	expect(lines()[3]).toMatch(/▸ claude +Zebra .*api +5m/);
	const {opening} = calls;
	await pressed('j');
	await new Promise(resolve => setTimeout(resolve, 100));
	expect(calls.opening).toBe(opening);
	await pressed('space');
	expect(frame()).toContain('The preview is left out: p shows it again');
	await pressed('p');
	await shows('│ Apple');
});
