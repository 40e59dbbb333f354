/** The tools that read documents of the open formats. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {elementPlaces} from '../../source/formats/import/element-places.ts';
import {describeFault} from '../../source/formats/import/json-fault.ts';
import {BadElement, lazyDocument} from '../../source/formats/import/lazy-document.ts';
import {topNames} from '../../source/formats/import/top-names.ts';
import {recognizeOpen} from '../../source/formats/open-formats.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Random} from '../helpers/random.ts';

const tricky = {
	'before "it"': ['messages', {messages: [1]}],
	messages: ['a "quoted" \\ text, [with] {signs}', {messages: [1, 2]}, [[], {}], 12, null, true, '', '\\', 'ü💥'],
	after: {messages: 1},
};

describe('the names at the top', () => {
	it('are found in whatever part of a document is there', () => {
		const text = JSON.stringify(tricky, undefined, 2);
		expect([...topNames(text)]).toEqual(['before \\"it\\"', 'messages', 'after']);
		expect([...topNames(text.slice(0, 130))]).toEqual(['before \\"it\\"', 'messages']);
		for (let length = 0; length < text.length; length++) topNames(text.slice(0, length));
	});

	it('are none where there is no object', () => {
		for (const text of ['', '[{"a": 1}]', '"a": 1', 'x', '{', '{"', '}{"a":1', '\u0000\u0001'])
			expect(topNames(text).size).toBe(0);
		expect([...topNames('\uFEFF {"a":1}\n{"b":2}')]).toEqual(['a']);
	});
});

describe('the elements of a list', () => {
	it('are found by their bytes, however the document is laid out', () => {
		for (const space of [undefined, 1, '\t']) {
			const bytes = Buffer.from(JSON.stringify(tricky, undefined, space));
			const found = elementPlaces(bytes, 'messages').map(({offset, length}) =>
				JSON.parse(bytes.toString('utf8', offset, offset + length)),
			);
			expect(found).toEqual(tricky.messages);
		}
		expect(elementPlaces(Buffer.from('{"messages":[]}'), 'messages')).toEqual([]);
		expect(elementPlaces(Buffer.from('{"messages":{"messages":[1]}}'), 'messages')).toEqual([]);
	});

	it('are looked for in anything without end', () => {
		const random = new Random(7);
		const letters = '{}[]",:\\ \nmesag1';
		for (let round = 0; round < 2000; round++) {
			const text = Array.from({length: 40}, () => letters[random.below(letters.length)]).join('');
			elementPlaces(Buffer.from(`{"messages":[${text}`), 'messages');
			topNames(text);
		}
	});
});

describe('a document that is parsed in pieces', () => {
	const bytes = Buffer.from(`\uFEFF${JSON.stringify(tricky, undefined, 2)}`);

	it('is the same document', () => {
		const document = lazyDocument(bytes, 'messages') as any;
		expect(Array.isArray(document.messages)).toBe(true);
		expect([...document.messages]).toEqual(tricky.messages);
		expect(document.messages.map((each: unknown) => each)).toEqual(tricky.messages);
		expect(document.messages.filter((each: unknown) => each === null)).toEqual([null]);
		expect(document.messages.some((each: unknown) => each === 12)).toBe(true);
		expect(document.messages.flatMap((each: unknown) => [each])).toEqual(tricky.messages);
		expect([...document.messages.entries()].map(([at]) => at)).toEqual(tricky.messages.map((_, at) => at));
		expect(document.messages.at(-1)).toBe('ü💥');
		expect(document.messages[99]).toBeUndefined();
		expect(JSON.parse(JSON.stringify(document))).toEqual(tricky);
	});

	it('says which element is no JSON', () => {
		const damaged = lazyDocument(Buffer.from('{"messages": [1, oops, 3]}'), 'messages') as any;
		expect(damaged.messages[0]).toBe(1);
		expect(() => damaged.messages[1]).toThrow(BadElement);
		expect(() => lazyDocument(Buffer.from('{"messages": [1, 2'), 'messages')).toThrow(SyntaxError);
	});

	it('is one that is large, whatever is wrong with it', async () => {
		const session = {
			id: 'large',
			workspace: '/x',
			workspace_encoded: '-x',
			started_at: '2026-01-01T00:00:00Z',
			ended_at: '2026-01-01T00:00:00Z',
			source: {type: 'local', path: '/x'},
			is_agent_session: false,
		};
		const header = {schema_version: '1.0', export_timestamp: '2026-01-01T00:00:00Z', agent: 'codex', session};
		const message = (index: number) =>
			JSON.stringify({index, role: 'user', content: [{type: 'text', text: `${index} ${'x'.repeat(1024 * 1024)}`}]});
		const messages = Array.from({length: 18}, (_, at) => message(at + 1));
		const file = path.join(temporaryDirectory(), 'large.json');
		const write = (list: readonly string[], end = ']}') =>
			fs.writeFileSync(file, `${JSON.stringify(header).slice(0, -1)},\n"messages":[\n${list.join(',\n')}\n${end}\n`);
		write(messages);
		expect(await recognizeOpen(file)).toMatchObject({id: 'large', agent: 'codex', format: 'unified'});
		write([...messages.slice(0, 3), '{"index": 4, oops}', ...messages.slice(4)]);
		await expect(recognizeOpen(file)).rejects.toThrow('it is not JSON: line 6, column 14: invalid symbol');
		write(messages, '');
		await expect(recognizeOpen(file)).rejects.toThrow(/it is not JSON: line 22, column 1: it ends too early/);
	});
});

describe('a fault', () => {
	it('is told with its place', () => {
		const error = new Error('own words');
		expect(describeFault('{"a": 1,\n "b" 2}', error)).toBe('line 2, column 6: colon expected');
		expect(describeFault('{"a": 1', error)).toBe('line 1, column 8: it ends too early');
		expect(describeFault('{"a": [1 2]}', error, {line: 5, column: 3})).toBe('line 5, column 12: comma expected');
		expect(describeFault('{"a": 1}\n{"b": 2}', error)).toBe('line 2, column 1: something follows the document');
		expect(describeFault('', error)).toBe('line 1, column 1: it ends too early');
		expect(describeFault('['.repeat(200_000), error)).toContain('line 1');
	});
});
