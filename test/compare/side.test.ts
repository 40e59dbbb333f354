import {describe, expect, it} from 'vitest';
import {filesWords, sideWords} from '../../source/compare/side-words.ts';
import {comparedOf, sessionOf} from '../helpers/compared.ts';
import {entry, toolUse} from '../helpers/fake-library.ts';

const answer = (id: string, message: string, input: number, more = {}) =>
	entry('assistant', `answer ${id}`, {id, message, facts: {tokens: {input}, cost: 0.25}, ...more});

describe('what is said of a side', () => {
	it('is about the branch: prompts, tools, errors, tokens, cost, time, files, models', async () => {
		const {sides} = await comparedOf(
			[
				entry('user', 'go', {timestamp: '2026-01-01T10:00:00Z'}),
				// Blocks of one answer tell the same: it counts once.
				answer('a', 'm1', 1000, {model: 'opus', timestamp: '2026-01-01T10:01:00Z'}),
				answer('b', 'm1', 1000, {model: 'opus', timestamp: '2026-01-01T10:01:30Z'}),
				...toolUse('Write', {file_path: 'a.ts', content: 'x\n'}, 'ok'),
				...toolUse('Bash', {command: 'false'}, 'no', true),
				answer('c', 'm2', 41_000, {model: 'sonnet', timestamp: '2026-01-01T10:02:05Z'}),
			],
			[entry('user', 'go')],
			[
				sessionOf('left', {tokens: {input: 999_999}, cwd: '/work'}),
				sessionOf('right', {tokens: {output: 12}, models: ['haiku']}),
			],
		);
		const [left, right] = sides.map(({facts}) => sideWords(facts));
		expect(left!.filter(word => !/min| s$|\bh\b/.test(word))).toEqual([
			'1 prompt',
			'2 tools',
			'1 error',
			'42k tokens',
			'$0.50',
			'1 file',
			'opus, sonnet',
		]);
		expect(sides[0].facts.durationMs).toBe(125_000);
		// Where answers do not tell, the session does.
		expect(right).toEqual(['1 prompt', '0 tools', '12 tokens', 'haiku']);
	});

	it('tells of a session that was too large to be read whole', () => {
		const facts = {prompts: 1, tools: 0, errors: 0, files: 0, models: [], usage: {answers: 0}};
		expect(sideWords({...facts, isWhole: false})).toEqual(['only the beginnings of long texts', '1 prompt', '0 tools']);
		expect(sideWords({...facts, isWhole: true})).toEqual(['1 prompt', '0 tools']);
	});

	it('does not take the sum of all branches for that of one', async () => {
		const counts = {...sessionOf('any').counts!, forks: 1};
		const forked = sessionOf('forked', {tokens: {output: 12}, counts});
		const {sides} = await comparedOf([entry('user', 'go')], [entry('user', 'go')], [forked, forked]);
		expect(sides.map(({facts}) => facts.usage.tokens)).toEqual([undefined, undefined]);
	});

	it('counts files that are the same and that differ', async () => {
		const write = (path: string, content: string) => toolUse('Write', {file_path: path, content}, 'ok');
		const {files} = await comparedOf(
			[...write('a', 'x\n'), ...write('b', 'x\n'), ...write('c', 'x\n')],
			[...write('a', 'x\n'), ...write('b', 'y\n')],
		);
		expect(filesWords(files)).toBe('files: 1 same · 2 differ');
		expect(filesWords([])).toBe('');
	});
});

describe('paths', () => {
	const work = (cwd: string) => [
		entry('user', 'go'),
		...toolUse(
			'Edit',
			{file_path: `${cwd}/src/a.ts`, old_string: 'x', new_string: 'y'},
			`${cwd}/src/a.ts was changed in ${cwd}`,
		),
		...toolUse('Bash', {command: `ls ${cwd} && cat ${cwd}-old/x`}, 'ok'),
	];

	it('are seen from the folder of the session: the same work elsewhere is the same', async () => {
		const {summary, sides} = await comparedOf(work('/home/one/shop'), work('/home/two/shop'), [
			sessionOf('left', {cwd: '/home/one/shop'}),
			sessionOf('right', {cwd: '/home/two/shop'}),
		]);
		const tools = sides[0].steps.filter(({tool}) => tool);
		expect(tools[0]!.tool).toMatchObject({output: 'src/a.ts was changed in .'});
		expect(tools[0]!.tool!.inputText).toContain('"src/a.ts"');
		// Another folder whose name begins the same is another folder.
		expect(tools[1]!.tool!.inputText).toContain('ls . && cat /home/one/shop-old/x');
		expect(summary).toMatchObject({equal: 2, changed: 1});
	});

	it('stay as they are where the folder is not known', async () => {
		const {sides} = await comparedOf(work('/home/one/shop'), []);
		expect(sides[0].steps[1]!.tool!.output).toBe('/home/one/shop/src/a.ts was changed in /home/one/shop');
	});
});
