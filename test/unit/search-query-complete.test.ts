import {describe, expect, it, test} from 'vitest';
import {type Completion, complete} from '../../source/search/query/complete.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import {Random} from '../helpers/random.ts';

const words: Readonly<Record<string, readonly string[]>> = {
	agent: ['claude', 'codex', 'opencode'],
	project: ['/home/mia/my shop', '/home/mia/my site', '/srv/api', '/srv/api'],
	branch: ['feature/One', 'feature/Two', 'a,b', 'say "hi"', ':odd'],
	model: ['gpt-5', 'gpt-5-mini', '😀a', '😁b'],
};
const vocabulary = (filter: string) => words[filter] ?? [];

/** The bar is the cursor. */
function tab(marked: string, previous?: Completion): Completion | undefined {
	const cursor = marked.indexOf('|');
	return complete(marked.replace('|', ''), cursor, vocabulary, previous);
}

const marked = (completion: Completion | undefined) =>
	completion && `${completion.text.slice(0, completion.cursor)}|${completion.text.slice(completion.cursor)}`;

/** What several Tabs in a row make of it. */
function tabs(text: string, count: number): (string | undefined)[] {
	const seen: (string | undefined)[] = [];
	let last = tab(text);
	for (let each = 0; each < count; each++) {
		seen.push(marked(last));
		last = last && complete(last.text, last.cursor, vocabulary, last);
	}
	return seen;
}

test.each([
	['pro|', 'project:|'],
	['PRO|', 'project:|'],
	['x pro|', 'x project:|'],
	['-pro|', '-project:|'],
	['pro| x', 'project:| x'],
	['agent|', 'agent:|'],
	['h|', 'has:|'],
	['agent:cl|', 'agent:claude |'],
	['agent:CL|', 'agent:claude |'],
	['-agent:cl|', '-agent:claude |'],
	['agent:claude|', 'agent:claude |'],
	['agent:cl| x', 'agent:claude |x'],
	['agent:cl|,codex', 'agent:claude|,codex'],
	['agent:codex,cl|', 'agent:codex,claude |'],
	['agent:claude,codex,|', 'agent:claude,codex,opencode |'],
	['agent:pen|', 'agent:opencode |'],
	['project:"/srv|', 'project:/srv/api |'],
	['project:shop|', 'project:"/home/mia/my shop" |'],
	['project:"/home/mia/my sh|', 'project:"/home/mia/my shop" |'],
	['project:"/home/mia/my sh|"', 'project:"/home/mia/my shop" |'],
	['project:"/home/mia/my sh|" x', 'project:"/home/mia/my shop" |x'],
	['branch:say|', 'branch:"say \\"hi\\"" |'],
	['branch:"a|', 'branch:"a,b" |'],
	['has:im|', 'has:image |'],
	['is:st|', 'is:starred |'],
	['date:yes|', 'date:yesterday |'],
	['after:mon|', 'after:monday |'],
	['|', undefined],
	['x |', undefined],
	['xyz|', undefined],
	['pro|blem', undefined],
	['agent:cl|x', undefined],
	['agent:x|', undefined],
	['title:x|', undefined],
	['"pro|', undefined],
	['/pro/|', undefined],
	['project:"/srv/api"|', undefined],
])('%s becomes %s', (text, wanted) => {
	expect(marked(tab(text))).toBe(wanted);
});

describe('several choices', () => {
	it('are shown first, then gone through', () => {
		expect(tab('a|')).toMatchObject({choices: ['agent:', 'after:'], chosen: -1});
		expect(tabs('a|', 4)).toEqual(['a|', 'agent:|', 'after:|', 'agent:|']);
		expect(tabs('x b| y', 4)).toEqual(['x b| y', 'x branch:| y', 'x before:| y', 'x branch:| y']);
	});

	it('are completed as far as they agree', () => {
		expect(tabs('branch:f|', 4)).toEqual([
			'branch:feature/|',
			'branch:feature/One |',
			'branch:feature/Two |',
			'branch:feature/One |',
		]);
		expect(tabs('branch:f| y', 3)).toEqual(['branch:feature/| y', 'branch:feature/One |y', 'branch:feature/Two |y']);
	});

	it('get quotes where they need them', () => {
		expect(tabs('project:/h|', 3)).toEqual([
			'project:"/home/mia/my s|',
			'project:"/home/mia/my shop" |',
			'project:"/home/mia/my site" |',
		]);
		expect(tabs('project:/h| y', 2)).toEqual(['project:"/home/mia/my s|" y', 'project:"/home/mia/my shop" |y']);
		expect(tabs('project:"/h|" y', 2)).toEqual(['project:"/home/mia/my s|" y', 'project:"/home/mia/my shop" |y']);
	});

	it('go through all values where nothing was typed', () => {
		expect(tabs('agent:|', 4)).toEqual(['agent:|', 'agent:claude |', 'agent:codex |', 'agent:opencode |']);
		expect(tab('has:|')?.choices).toEqual(['error', 'image', 'thinking', 'fork', 'subagent']);
		expect(tab('date:|')?.choices.slice(0, 3)).toEqual(['today', 'yesterday', 'sunday']);
	});

	it('found in the middle do not take the place of what was typed', () => {
		expect(marked(tab('project:mi|'))).toBe('project:"/home/mia/my s|');
		const folders = () => ['/home/a/shop', '/home/b/x-shop'];
		const first = complete('project:shop', 12, folders);
		expect(marked(first)).toBe('project:shop|');
		expect(marked(complete(first!.text, first!.cursor, folders, first))).toBe('project:/home/a/shop |');
	});

	it('are not cut inside a character', () => {
		expect(tabs('model:|', 4).slice(2)).toEqual(['model:gpt-5-mini |', 'model:😀a |']);
		expect(marked(complete('model:', 6, () => ['😀a', '😁b']))).toBe('model:|');
	});

	it('offer no value twice', () => {
		expect(tab('project:|')?.choices).toHaveLength(3);
		expect(tab('agent:Claude,|')?.choices).toEqual(['codex', 'opencode']);
	});

	it('begin anew when the text has changed', () => {
		const first = tab('a|');
		expect(marked(tab('af|', first))).toBe('after:|');
		expect(marked(tab('a |', first))).toBeUndefined();
	});
});

it('writes values that the parser reads back', () => {
	const random = new Random(7);
	for (let round = 0; round < 500; round++) {
		const value = random.text(['a', 'B', ' ', ',', '"', ':', '/', '~', '-', '😀', 'é', '\t', '*'], 8);
		if (value.trim() === '') continue;
		const completion = complete('x branch:', 9, () => [value]);
		const {filters} = parseQuery(completion!.text, {now: 0, agents: []});
		expect(filters).toEqual([{name: 'branch', values: [value], isNegated: false}]);
		expect(completion!.cursor).toBe(completion!.text.length);
	}
});
