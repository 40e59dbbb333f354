/** A home with a session that was rewound and copied, in words of several scripts: for the fork tree and the comparison. */
import fs from 'node:fs';
import path from 'node:path';
import {answer, call, type Fields, result, user} from './claude-session.ts';
import {temporaryDirectory} from './fixture-home.ts';

const cwd = '/home/user/店 app';
const usage = {input_tokens: 900, output_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0};

/** Prompts 検索 → (左 → further) and 検索 → 右; and a copy of it that goes on from the first prompt. */
export function forkingHome(): string {
	const home = temporaryDirectory();
	const folder = path.join(home, '.claude', 'projects', '-home-user-app');
	fs.mkdirSync(folder, {recursive: true});
	const stamped = (records: readonly Fields[], sessionId: string, minute = 0): Fields[] =>
		records.map((record, at) => {
			const timestamp = new Date(Date.UTC(2026, 0, 5, 9, minute + at)).toISOString();
			return {...record, sessionId, cwd, timestamp};
		});
	const told = (uuid: string, parent: string, text: string) =>
		answer(uuid, parent, text, {
			message: {id: `m-${uuid}`, role: 'assistant', model: 'opus-4', content: [{type: 'text', text}], usage},
		});
	const edit = (uuid: string, parent: string, after: string) => [
		call(uuid, parent, `t-${uuid}`, 'Edit', {
			file_path: `${cwd}/src/検索.ts`,
			old_string: 'const 語 = 1',
			new_string: after,
		}),
		result(`${uuid}r`, uuid, `t-${uuid}`, 'updated'),
	];
	const shared = [user('a', null, '検索が遅い 🐢 why is the search slow?'), told('b', 'a', '索引がありません 🎉')];
	const left = [
		user('c', 'b', '左: 索引を作る 👩‍👩‍👧‍👦 make an index'),
		...edit('d', 'c', 'const 語 = index(1)'),
		told('e', 'dr', 'できました: the index is there'),
		user('f', 'e', '速さを測って measure it ⏱️'),
		told('g', 'f', '12 ms です'),
	];
	const right = [
		user('h', 'b', '右: キャッシュを使う 🚀 use a cache'),
		...edit('i', 'h', 'const 語 = cached(1)\nconst 量 = 2'),
		told('j', 'ir', 'できました: the cache is there'),
	];
	const write = (name: string, records: readonly Fields[]) =>
		fs.writeFileSync(path.join(folder, `${name}.jsonl`), records.map(record => `${JSON.stringify(record)}\n`).join(''));
	const original = '11111111-1111-4111-8111-111111111111';
	const copy = '22222222-2222-4222-8222-222222222222';
	const title = (sessionId: string, customTitle: string) => ({type: 'custom-title', customTitle, sessionId});
	write(original, [...stamped([...shared, ...left, ...right], original), title(original, '検索 search 🐢')]);
	const own = stamped([user('x', 'b', '別の道 another way 🛤️'), told('y', 'x', 'はい')], copy, 2);
	write(copy, [...stamped(shared, copy), ...own, title(copy, '写し copy 🐈')]);
	return home;
}
