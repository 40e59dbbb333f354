import {describe, expect, test} from 'vitest';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import {passes, type SessionFacts} from '../../source/search/query/session-facts.ts';

const now = new Date(2026, 10, 16, 12).getTime();
const at = (...parts: [number, number, ...number[]]) => new Date(...parts).toISOString();

const bare: SessionFacts = {
	agent: 'claude',
	isAgentSession: false,
	isFork: false,
	subagents: 0,
	isLive: false,
	isStarred: false,
};

const full: SessionFacts = {
	agent: 'claude',
	title: 'Repair the Checkout',
	cwd: '/home/mia/code/shop-api',
	latestCwd: '/home/mia/code/Shop-Web/src',
	gitBranch: 'feature/Coupons',
	startedMs: Date.parse(at(2026, 10, 10, 9)),
	endedMs: Date.parse(at(2026, 10, 12, 18)),
	models: ['claude-opus-4-5', 'claude-haiku-4-5'],
	tools: ['Bash', 'bash', 'MultiEdit', 'edit', 'mcp__github__list_issues', 'unknown'],
	isAgentSession: false,
	isFork: true,
	errors: 2,
	forks: 1,
	hasImage: false,
	hasThinking: true,
	subagents: 3,
	isLive: false,
	isStarred: true,
};

function ask(text: string, facts: SessionFacts, home?: string): boolean {
	const {filters, problems} = parseQuery(text, {now, agents: ['claude', 'codex']});
	expect(problems).toEqual([]);
	return passes(filters, facts, home);
}

test.each([
	['', true],
	['agent:claude', true],
	['agent:codex', false],
	['agent:codex,claude', true],
	['agent:codex agent:claude', false],
	['project:shop-api', true],
	['project:SHOP-API', true],
	['project:shop-web', true],
	['project:code/shop-api', true],
	['project:shop-api/', true],
	['project:shop/', false],
	['project:/home/mia/code', true],
	['project:/home/mia/code/shop-api', true],
	['project:/home/mia/code/shop-api/', true],
	['project:/srv', false],
	['project:~/code', true],
	['project:~/code/shop-api', true],
	['project:~', true],
	['project:~/shop-api', false],
	['branch:coupons', true],
	['branch:main', false],
	['model:OPUS', true],
	['model:gpt', false],
	['title:checkout', true],
	['title:"the check"', true],
	['title:basket', false],
	['tool:bash', true],
	['tool:BASH', true],
	['tool:bas', false],
	['tool:bas*', true],
	['tool:mcp__*', true],
	['tool:*', true],
	['tool:web_fetch', false],
	['has:error', true],
	['has:image', false],
	['has:thinking', true],
	['has:fork', true],
	['has:subagent', true],
	['has:image,error', true],
	['is:fork', true],
	['is:subagent', false],
	['is:live', false],
	['is:starred', true],
	['is:starred is:live', false],
	['agent:claude has:error title:checkout', true],
])('%j: %s', (text, wanted) => {
	expect(ask(text, full)).toBe(wanted);
	// One filter, one value: the negated one says the opposite.
	if (text !== '' && !text.includes(' ')) expect(ask(`-${text}`, full)).toBe(!wanted);
});

test('a file is not asked for here', () => {
	expect(ask('file:x', full)).toBe(true);
	expect(ask('-file:x', full)).toBe(true);
	expect(ask('file:x agent:codex', full)).toBe(false);
});

test.each([
	...['project:x', 'branch:x', 'model:x', 'title:x', 'tool:x', 'tool:*', 'has:error', 'has:image', 'has:thinking'],
	...['has:fork', 'date:2026', 'after:2000', 'before:2030'],
])('%s fails where nothing is known, and negated it holds', text => {
	expect(ask(text, bare)).toBe(false);
	expect(ask(`-${text}`, bare)).toBe(true);
});

describe('times', () => {
	test.each([
		['date:2026-11-09', false],
		['date:2026-11-10', true],
		['date:2026-11-11', true],
		['date:2026-11-12', true],
		['date:2026-11-13', false],
		['date:2026-11', true],
		['after:2026-11-12', true],
		['after:2026-11-12T18:00', true],
		['after:2026-11-12T18:01', false],
		['before:2026-11-10', false],
		['before:2026-11-10T09:00', false],
		['before:2026-11-10T09:01', true],
		['after:4d', true],
		['after:3d', false],
		['before:4d', true],
		['date:>5d', true],
		['after:2026-11-12 before:2026-11-13', true],
		['-date:2026-11-11', false],
	])('%s: %s', (text, wanted) => {
		expect(ask(text, full)).toBe(wanted);
	});

	test('one known time is enough, and their order does not matter', () => {
		const ended = {...bare, endedMs: full.endedMs};
		expect([ask('date:2026-11-12', ended), ask('date:2026-11-11', ended)]).toEqual([true, false]);
		const started = {...bare, startedMs: full.startedMs, endedMs: Date.parse('never')};
		expect([ask('date:2026-11-10', started), ask('date:2026-11-11', started)]).toEqual([true, false]);
		const turned = {...bare, startedMs: full.endedMs, endedMs: full.startedMs};
		expect(ask('date:2026-11-11', turned)).toBe(true);
	});
});

describe('folders', () => {
	test.each([
		['/Users/mia/code/x', '~/code', true],
		['/root/code/x', '~/code', true],
		['/var/home/mia/code', '~/code', true],
		['C:\\Users\\Mia\\code\\x', '~/code', true],
		['C:\\Users\\Mia\\code\\x', '~\\code', true],
		['C:\\Users\\Mia\\code\\x', 'c:\\users\\mia', true],
		['C:\\Users\\Mia\\code\\x', 'C:/Users/Mia/code/', true],
		['C:\\Users\\Mia\\code\\x', 'code\\x', true],
		['~/code/x', '~/code', true],
		['/srv/code', '~/code', false],
		['/home/mia', '~', true],
		['/', '/', true],
		['/srv/Cafe\u0301', 'caf\u00E9', true],
		['/srv/shop', '/srv/shop/', true],
		['/srv/shop-api', '/srv/shop/', false],
		['/srv/shop-api', '/srv/shop', true],
	])('%s with project:%s: %s', (cwd, value, wanted) => {
		expect(passes([{name: 'project', values: [value], isNegated: false}], {...bare, cwd})).toBe(wanted);
	});

	test('the given home is one, wherever it lies', () => {
		const facts = {...bare, cwd: '/data/people/mia/code/x'};
		expect(ask('project:~/code', facts)).toBe(false);
		expect(ask('project:~/code', facts, '/data/people/mia/')).toBe(true);
	});
});
