import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {exportName, slugOf} from '../../source/actions/export/export-name.ts';
import {ExportNames, readTarget} from '../../source/actions/export/export-target.ts';
import {formatOf, formatOfFile} from '../../source/formats/formats.ts';
import type {Session} from '../../source/model/session.ts';

const session: Session = {
	agent: 'claude',
	id: '6f2a1c3d-0000-4000-8000-0123456789ab',
	path: '/x.jsonl',
	files: ['/x.jsonl'],
	size: 1,
	titleSource: 'generated',
	title: 'Fix: reconnect/backoff (ws)',
	startedAt: '2026-11-15T12:00:00Z',
	isAgentSession: false,
};

describe('the name of an export', () => {
	test('sorts by day, says what it is, and holds nothing a shell would act on', () => {
		expect(exportName(session)).toBe('2026-11-15-claude-fix-reconnect-backoff-ws-6f2a89ab');
		expect(exportName({...session, title: '検索を直す 🎉 ../../etc/passwd; rm -rf ~'})).toMatch(
			/^2026-11-15-claude-検索を直す-etc-passwd-rm-rf-6f2a89ab$/,
		);
		expect(exportName({...session, title: undefined, startedAt: undefined})).toBe('claude-6f2a89ab');
	});

	test('stays short, whatever the title', () => {
		expect(slugOf('word '.repeat(100)).length).toBeLessThanOrEqual(48);
		expect([...slugOf('漢'.repeat(500))].length).toBe(48);
		expect(slugOf('...---...')).toBe('');
	});

	test('is never the same twice in one export', () => {
		const names = new ExportNames('out');
		const all = [1, 2, 3].map(() => names.next(session, formatOf('markdown')));
		expect(new Set(all).size).toBe(3);
		expect(all[1]).toBe(path.join('out', '2026-11-15-claude-fix-reconnect-backoff-ws-6f2a89ab-2.md'));
	});
});

describe('--output', () => {
	const markdown = formatOf('markdown');
	const unified = formatOf('unified');
	test('is a file, a folder, lines of several sessions, or standard output', () => {
		const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-target-'));
		expect(readTarget(undefined, markdown, 1)).toEqual({kind: 'files', folder: '.'});
		expect(readTarget('a.md', markdown, 1)).toEqual({kind: 'file', file: 'a.md'});
		expect(readTarget('out/', markdown, 1)).toEqual({kind: 'files', folder: 'out/'});
		expect(readTarget(folder, markdown, 1)).toEqual({kind: 'files', folder});
		expect(readTarget('out', markdown, 2)).toEqual({kind: 'files', folder: 'out'});
		expect(readTarget('html', markdown, 2)).toEqual({kind: 'files', folder: 'html'});
		expect(readTarget('found', markdown, 1, true)).toEqual({kind: 'files', folder: 'found'});
		expect(readTarget('found.md', markdown, 1, true)).toEqual({kind: 'file', file: 'found.md'});
		expect(readTarget('a.ndjson', unified, 2)).toEqual({kind: 'lines', file: 'a.ndjson'});
		expect(readTarget('a.ndjson.gz', unified, 1)).toEqual({kind: 'lines', file: 'a.ndjson.gz'});
		expect(readTarget('-', unified, 5)).toEqual({kind: 'output'});
		fs.rmSync(folder, {recursive: true});
	});

	test('says what can not be', () => {
		expect(() => readTarget('-', formatOf('html'), 2)).toThrow(/a folder \(DIR\/\)/);
		expect(() => readTarget('a.ndjson', markdown, 2)).toThrow(/one session a line/);
		expect(() => readTarget('a.json.gz', unified, 2)).toThrow(/2 sessions can't be one.*\.ndjson a line of each/);
		expect(() => readTarget('a.jsonl', formatOf('jsonl'), 2)).toThrow(
			/2 sessions can't be one text in the format jsonl:/,
		);
		for (const sessions of [1, 2])
			expect(() => readTarget('a.zip', markdown, sessions)).toThrow(/only plain ones.*\.gz/);
	});

	test('tells the format by its ending, and by nothing else', () => {
		for (const [name, id] of [
			['a.md', 'markdown'],
			['A.HTM', 'html'],
			['a.ndjson.gz', 'unified'],
			['a.session-data.ndjson', 'session-data'],
			['a.universal.json.gz', 'universal'],
			['html', undefined],
			['out.d/markdown', undefined],
		] as const)
			expect([name, formatOfFile(name)?.id]).toEqual([name, id]);
	});
});
