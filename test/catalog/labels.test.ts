import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {Labels} from '../../source/catalog/labels.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const session = {agent: 'claude', id: 'one'} as const;

describe('labels', () => {
	it('stay, by agent, session and entry; an empty one is gone', () => {
		const folder = path.join(temporaryDirectory(), 'not', 'there', 'yet');
		const labels = new Labels(folder);
		labels.set(session, 'a', 'dead end 検索');
		labels.set(session, undefined, 'the whole');
		labels.set({...session, agent: 'codex'}, 'a', 'another');
		const again = new Labels(folder);
		expect(again.of(session, 'a')).toBe('dead end 検索');
		expect(again.of(session)).toBe('the whole');
		expect(again.of(session, 'b')).toBeUndefined();
		expect(again.of({...session, agent: 'codex'}, 'a')).toBe('another');
		expect(again.all(session)).toEqual({a: 'dead end 検索', '': 'the whole'});
		again.set(session, 'a', '');
		again.set(session, undefined, '');
		expect(new Labels(folder).all(session)).toEqual({});
		expect(fs.readFileSync(path.join(folder, 'labels.json'), 'utf8')).toBe(
			'{\n\t"codex:one": {\n\t\t"a": "another"\n\t}\n}\n',
		);
		expect(fs.readdirSync(folder)).toEqual(['labels.json']);
	});

	it('of two at once are both there', () => {
		const folder = temporaryDirectory();
		const [one, two] = [new Labels(folder), new Labels(folder)];
		one.set(session, 'a', 'from one');
		two.set(session, 'b', 'from two');
		expect(new Labels(folder).all(session)).toEqual({a: 'from one', b: 'from two'});
	});

	it.each(['[]', '{broken', '"text"'])('a file with %s is read as none and never written over', content => {
		const folder = temporaryDirectory();
		fs.writeFileSync(path.join(folder, 'labels.json'), content);
		const labels = new Labels(folder);
		expect(labels.of(session, 'a')).toBeUndefined();
		expect(() => labels.set(session, 'a', 'x')).toThrow('move it away to begin anew');
		expect(fs.readFileSync(path.join(folder, 'labels.json'), 'utf8')).toBe(content);
	});

	it('names like those of every object are names', () => {
		const folder = temporaryDirectory();
		const labels = new Labels(folder);
		expect(labels.of({agent: 'claude', id: '__proto__'}, 'constructor')).toBeUndefined();
		labels.set(session, '__proto__', 'x');
		expect(new Labels(folder).of(session, '__proto__')).toBe('x');
	});
});
