/** The made sessions that the screen tests open, by name. */
import type {SessionSource} from '../../source/components/session-source.ts';
import {sanitize} from '../../source/text/sanitize.ts';
import {finds} from './fake-finds.ts';
import {entry, type FakeSession, fakeLibrary, toolUse} from './fake-library.ts';

const answers = ['I looked at the proxy first.', 'The test hangs because the timer is real.', 'Done: 14 tests pass.'];

function conversation(turns: number): ReturnType<typeof entry>[] {
	return Array.from({length: turns}, (_, turn) => [
		entry('user', `Prompt ${turn + 1}: why does the websocket close after 60s?`),
		entry('thinking', 'Let me think about what closes idle connections here.'),
		entry('assistant', `${answers[turn % answers.length]!} ${'It goes on for a while. '.repeat(12)}`),
		...toolUse('Bash', {command: 'npm test -- ws'}, `line\n`.repeat(5 + turn), turn % 3 === 1),
	]).flat();
}

const plain: FakeSession[] = [
	{
		id: 'a',
		title: 'Why does the websocket close after 60s',
		cwd: '/home/me/gateway',
		minutesAgo: 4,
		entries: conversation(14),
	},
	{
		id: 'b',
		agent: 'codex',
		title: 'Add retry with jitter to the queue consumer',
		cwd: '/home/me/shop-api',
		minutesAgo: 130,
		entries: conversation(2),
	},
	{
		id: 'b1',
		agent: 'codex',
		title: 'Find other fixed delays',
		cwd: '/home/me/shop-api',
		minutesAgo: 140,
		parentId: 'b',
		entries: conversation(1),
	},
	{
		id: 'c',
		title: 'Port the retry helper to Kotlin',
		cwd: '/home/me/mobile',
		minutesAgo: 1500,
		entries: conversation(3),
	},
	{id: 'd', title: 'Broken one', minutesAgo: 9000, failure: 'line 3 is no JSON'},
	{id: 'e', title: 'Load test for 5k websockets', cwd: '/home/me/infra', minutesAgo: 90_000, entries: conversation(1)},
];

const wide: FakeSession[] = [
	{
		id: 'cjk',
		title: '修复网络连接的重试逻辑并编写测试用例以确保稳定性',
		cwd: '/home/me/网关',
		entries: [
			entry('user', '为什么连接在六十秒后关闭？\tタブ'),
			entry('assistant', `漢字かな交じり文。${'長い文章です。'.repeat(30)}`),
		],
	},
	{
		id: 'emoji',
		title: '🚀 Ship it 👨‍👩‍👧‍👦 family ☺️ and 🇩🇪 flags 👍🏽 done',
		cwd: '/home/me/🎉',
		entries: [entry('user', 'e\u0301 combining, ☺️ VS16, 👩🏽‍💻 ZWJ, ไทย, हिन्दी, العربية')],
	},
	{id: 'korean', title: '한국어 제목과 e\u0301 결합 문자', cwd: '/home/me/k', entries: [entry('user', '안녕하세요')]},
	{id: 'plain', title: 'Plain one', cwd: '/home/me/plain', entries: conversation(1)},
];

/** Everything a hostile file may hold that a terminal would act on. */
export const hostileText = [
	'\u001B]52;c;aGFja2Vk\u0007',
	'\u001B]0;owned\u0007',
	'\u001B[2J\u001B[H',
	'\u001B[?1049l',
	'\u009B31m',
	'\u001BP1$tx\u001B\\',
	'a\rb\u0000\u0007\b',
	'\u202Eevil\u2066',
	'\u001B[6n',
].join('seen ');

const hostile: FakeSession[] = [
	{
		id: `h`,
		title: `title ${hostileText}`,
		cwd: `/home/${hostileText}/dir${hostileText}`,
		entries: [
			entry('user', `prompt ${hostileText}`),
			entry('thinking', hostileText),
			entry('assistant', `answer ${hostileText}`),
			...toolUse(`Bash${hostileText}`, {command: hostileText}, hostileText, true),
			entry('system', hostileText, {detail: hostileText}),
			entry('unknown', hostileText, {detail: hostileText}),
			entry('title', hostileText),
		],
	},
	{id: 'f', failure: `failed ${hostileText}`},
];

/** Found by a word in a text that would do harm, or by the same word in what is left of it when it is made safe. */
function findable(clean: (text: string) => string): FakeSession[] {
	return [0, 1, 2].map(at => ({
		id: `h${at}`,
		title: clean(`needle ${at} ${hostileText}`),
		minutesAgo: 10 + at,
		entries: [entry('user', clean(`the needle ${hostileText} needle end`))],
	}));
}

/** A session that somebody writes to, a turn at a time. */
function growing(): SessionSource {
	const turn = (at: number) => [
		entry('user', `Turn ${at}: go on`),
		entry('assistant', `Answer ${at}. ${'It goes on for a while. '.repeat(10)}`),
	];
	let entries = Array.from({length: 8}, (_, at) => turn(at + 1)).flat();
	const session = () => ({id: 'live', title: 'Somebody writes here', cwd: '/home/me/live', entries});
	const library = fakeLibrary([session(), ...plain]);
	let at = 9;
	const timer = setInterval(() => {
		entries = [...entries, ...turn(at++)];
		library.tell({changed: [library.write(session())]});
	}, 300);
	timer.unref();
	return library;
}

export const scenes = {
	plain: () => fakeLibrary(plain),
	wide: () => fakeLibrary(wide),
	hostile: () => fakeLibrary(hostile),
	empty: () => fakeLibrary([]),
	slow: () => fakeLibrary(plain, {delay: 2000}),
	'scan-fails': () => fakeLibrary([], {scanFailure: 'the disk is on fire'}),
	// Too large to be counted in the background, so that nothing moves but what a key moves.
	many: () =>
		fakeLibrary(
			Array.from({length: 10_000}, (_, at) => ({
				id: `s${at}`,
				title: `Session number ${at}`,
				cwd: `/p/project-${at % 7}`,
				minutesAgo: at * 9,
				size: 30_000_000,
			})),
		),
	/** Something to find, with stars and an index. */
	finds: () => {
		const library = fakeLibrary(finds, {hasStars: true, starred: ['f2']});
		const {follow} = library;
		const status = {phase: 'ready', indexed: 30, sessions: 30, indexedBytes: 9e6, bytes: 9e6} as const;
		return {
			...library,
			follow(onNews: Parameters<typeof follow & {}>[0]) {
				onNews({status});
				return follow!(onNews);
			},
		};
	},
	'hostile-finds': () => fakeLibrary(findable(text => text)),
	'harmless-finds': () => fakeLibrary(findable(sanitize)),
	growing,
	/** A component throws when the reader opens. */
	'crash-in-render': () => ({
		...fakeLibrary(plain),
		async history() {
			return {
				get session(): never {
					throw new Error('the component broke');
				},
			} as never;
		},
	}),
	/** An action throws: completing a filter. */
	'crash-in-action': () => {
		const library = fakeLibrary(plain);
		return {
			...library,
			search: {
				...library.search!,
				vocabulary(): never {
					throw new Error('the action broke');
				},
			},
		};
	},
	/** Something nobody waits for rejects. */
	'crash-behind': () => ({
		...fakeLibrary(plain),
		async *opening() {
			setTimeout(() => {
				throw new Error('the background broke');
			}, 300);
		},
	}),
	/** A library complains on stderr while the screen is open. */
	'says-something': () => ({
		...fakeLibrary(plain),
		async head() {
			process.stderr.write('a stray complaint\n');
			throw new Error('no head');
		},
	}),
} satisfies Record<string, () => SessionSource>;
