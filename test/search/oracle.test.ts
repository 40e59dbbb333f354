/** Random questions to random sessions: the index, a reader of everything and a naive list agree on who holds it all. */
import {expect, it} from 'vitest';
import {agentIds} from '../../source/adapters/agents.ts';
import {fillIndex} from '../../source/catalog/fulltext/fill.ts';
import {Heads} from '../../source/search/heads.ts';
import {Matcher} from '../../source/search/matcher.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';
import {
	answer,
	days,
	idOf,
	openIndexed,
	openUnindexed,
	prompt,
	queryOf,
	type Spec,
	settle,
	type Told,
	thinking,
	work,
	writeOpencode,
	writers,
} from './search-home.ts';

const words = [
	'aardvark',
	'badger',
	'badgers',
	'caracal',
	'dingo',
	'Dingo',
	'émigré',
	'emigre',
	'ferret_gnu',
	'ferret',
	'gnu',
	'x1',
	'検索',
	'全文検索',
	'索引',
];
const projects = ['/srv/shop', '/srv/shop-api', '/srv/site'];
const branches = ['main', 'fix/retry', 'feature/x'];
const models = ['model-one', 'model-two'];
const titles = [undefined, undefined, 'The badger affair', 'dingo 検索', 'caracal_notes'];
const filesNamed = ['/srv/shop/src/main.ts', 'docs/readme.md', '検索/index.ts'];

type Made = Spec & {readonly agent: string};

/** Some are long enough to be cut into chunks of the index. */
function sentence(random: Random): string {
	const filler = random.below(12) === 0 ? 'lorem ipsum '.repeat(3200) : '';
	const said = Array.from({length: 1 + random.below(4)}, () => random.pick(words));
	return `${said.join(random.pick([' ', ', ', ` ${filler} `]))}${filler}`;
}

function toldBy(random: Random): Told[] {
	const rest = Array.from({length: 1 + random.below(4)}, (): Told => {
		switch (random.below(5)) {
			case 0:
				return prompt(sentence(random));
			case 1:
				return thinking(sentence(random));
			case 2:
				return work(random.pick(words), random.pick(words), {
					file: random.below(2) === 0 ? random.pick(filesNamed) : undefined,
				});
			default:
				return answer(sentence(random));
		}
	});
	return [prompt(sentence(random)), ...rest];
}

function makeSessions(home: string, random: Random): Made[] {
	const made: Made[] = [];
	for (let number = 1; number <= 14; number++) {
		const agent = agentIds[number % agentIds.length]!;
		const spec: Made = {
			agent,
			id: idOf(number),
			told: toldBy(random),
			cwd: random.pick(projects),
			branch: random.pick(branches),
			model: random.pick(models),
			title: ['claude', 'opencode', 'cursor'].includes(agent) ? random.pick(titles) : undefined,
			at: days(random.below(400)),
		};
		made.push(spec);
		if (agent !== 'opencode') writers[agent]!(home, spec);
	}
	writeOpencode(
		home,
		made.filter(({agent}) => agent === 'opencode'),
	);
	settle(home);
	return made;
}

/** The least that could be called an implementation: cut every text, look at every place. */
const plain = (text: string) =>
	text
		.toLowerCase()
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC');
const isCjk = (text: string) => /[\u3040-\u9fff]/.test(text);
const cut = (text: string) => plain(text).match(/[a-z0-9]+|[\u3040-\u9fff]+/g) ?? [];

function holds(text: string, asked: string, mayGoOn: boolean): boolean {
	const wanted = cut(asked);
	const there = cut(text);
	return there.some((_, at) =>
		wanted.every((word, offset) => {
			const found = there[at + offset];
			const isLast = offset === wanted.length - 1;
			if (found === undefined) return false;
			// Inside a phrase a run of such characters ends where it ends; at its two ends it may be a part of another.
			if (isCjk(word)) {
				if (wanted.length === 1) return found.includes(word);
				return offset === 0 ? found.endsWith(word) : isLast ? found.startsWith(word) : found === word;
			}
			return mayGoOn && isLast && word.length >= 3 ? found.startsWith(word) : found === word;
		}),
	);
}

function textsOf({told}: Made): string[] {
	return told.flatMap(each =>
		each.as === 'work' ? [[each.input, each.file].filter(Boolean).join(' '), each.output] : [each.text],
	);
}

type Asked = {readonly text: string; readonly isWanted: (session: Made, heads: readonly string[]) => boolean};

function askSomething(random: Random): Asked {
	const parts: string[] = [];
	const tests: Asked['isWanted'][] = [];
	const holdsAny =
		(asked: string, mayGoOn = false): Asked['isWanted'] =>
		(session, heads) =>
			[...textsOf(session), ...heads].some(text => holds(text, asked, mayGoOn));
	const turned = (test: Asked['isWanted'], isNegated: boolean): Asked['isWanted'] =>
		isNegated ? (session, heads) => !test(session, heads) : test;
	const phrase = () => `${random.pick(words)} ${random.pick(words)}`;
	const count = random.below(4);
	for (let at = 0; at < count; at++) {
		const isNegated = random.below(4) === 0;
		if (random.below(4) === 0) {
			const text = phrase();
			parts.push(`${isNegated ? '-' : ''}"${text}"`);
			tests.push(turned(holdsAny(text), isNegated));
		} else {
			const word = random.pick([...words, 'badg', 'ding', 'nobody', '検', '文検']);
			parts.push(`${isNegated ? '-' : ''}${word}`);
			tests.push(turned(holdsAny(word), isNegated));
		}
	}
	if (random.below(5) === 0) {
		const word = random.pick(words);
		parts.push(`/${word.slice(0, 3).toLowerCase()}./`);
		tests.push((session, heads) =>
			[...textsOf(session), ...heads].some(text => new RegExp(`${word.slice(0, 3).toLowerCase()}.`, 'i').test(text)),
		);
	}
	if (random.below(2) === 0) {
		const isNegated = random.below(3) === 0;
		const [text, test] = random.pick<readonly [string, Asked['isWanted']]>([
			['agent:claude,pi', ({agent}) => agent === 'claude' || agent === 'pi'],
			['agent:cursor', ({agent}) => agent === 'cursor'],
			['has:thinking', ({told}) => told.some(({as}) => as === 'thinking')],
			['file:main', ({told}) => told.some(each => each.as === 'work' && each.file?.includes('main'))],
			['file:検索', ({told}) => told.some(each => each.as === 'work' && each.file?.includes('検索'))],
			[
				'file:readme.md,src/main',
				({told}) => told.some(each => each.as === 'work' && /readme|main/.test(each.file ?? '')),
			],
			['before:100d', ({at}) => at! < days(100)],
			['title:affair', (_, [title]) => title!.includes('affair')],
			['is:subagent', () => false],
		]);
		parts.unshift(`${isNegated ? '-' : ''}${text}`);
		tests.push(turned(test, isNegated));
	}
	// A word at the very end is one that is still being typed.
	if (random.below(3) === 0) {
		const word = random.pick(['badg', 'dingo', 'fer', 'aa', '検', 'x1']);
		parts.push(word);
		tests.push(holdsAny(word, true));
	} else parts.push('');
	return {text: parts.join(' '), isWanted: (session, heads) => tests.every(test => test(session, heads))};
}

it.each([1, 2])('all find the same, set of sessions %i', async seed => {
	const random = new Random(seed * 7919);
	const home = temporaryDirectory();
	const made = makeSessions(home, random);
	const indexed = await openIndexed(home);
	const half = await openIndexed(home, {isFilled: false});
	const without = await openUnindexed(home);
	expect((await indexed.sorted('')).length).toBe(made.length);

	// Some are in the index, some are not, and of some only a part.
	const stopping = new AbortController();
	let pieces = 0;
	await fillIndex({
		catalog: half.library.catalog!,
		signal: stopping.signal,
		now: () => Date.now() + pieces++ * 2000,
		onProgress({indexed: done}) {
			if (done >= made.length / 2) stopping.abort();
		},
	});
	half.known.update();
	const isIndexed = half.known.all.filter(each => each.isIndexed).length;
	expect(isIndexed).toBeGreaterThan(2);
	expect(isIndexed).toBeLessThan(made.length - 2);

	const heads = new Map(without.known.all.map(({ref, headTexts}) => [ref.id, headTexts]));
	const wrong: unknown[] = [];
	let found = 0;
	for (let round = 0; round < 75; round++) {
		const {text, isWanted} = askSomething(random);
		const wanted = made.filter(session => isWanted(session, heads.get(session.id)!)).map(({id}) => id);
		// Reading everything takes its time: it is asked every other question, and half an index every fourth.
		const askers = {indexed, ...(round % 2 === 0 ? {without} : round % 4 === 1 ? {half} : {})};
		for (const [name, asker] of Object.entries(askers)) {
			const ids = await asker.sorted(text);
			if (ids.join() !== wanted.join()) wrong.push({text, name, ids, wanted});
		}
		found += wanted.length;
		// Whatever is found by its text alone shows where.
		const {size} = new Matcher(queryOf(text));
		for (const each of round % 3 === 1 ? (await indexed.last(text)).found : []) {
			const matches = await indexed.matches(each, text);
			const isInHead = new Heads(queryOf(text), new Matcher(queryOf(text))).numbersIn(
				indexed.known.all.find(({ref}) => ref.id === each.ref.id)!,
			);
			if (size > isInHead.size && matches.length === 0) wrong.push({text, id: each.ref.id, matches});
			for (const {snippet, ranges} of matches)
				if (ranges.length === 0 || ranges.some(([start, end]) => snippet.slice(start, end).trim() === ''))
					wrong.push({text, snippet, ranges});
		}
	}
	expect(wrong).toEqual([]);
	expect(found).toBeGreaterThan(80);
});
