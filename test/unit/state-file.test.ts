/** What is kept for the next start, and the log: small files that never stand in the way. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {LogFile} from '../../source/config/log-file.ts';
import {personal} from '../../source/config/personal.ts';
import {StateFile} from '../../source/config/state-file.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';

const state = {query: 'retry', open: [{session: {agent: 'claude', id: 'a', path: '/a'}}]};

describe('the state of the explorer', () => {
	it('is there the next time, for the same homes', () => {
		const folder = path.join(temporaryDirectory(), 'not', 'there');
		expect(new StateFile(folder, ['/a']).read()).toBeUndefined();
		new StateFile(folder, ['/a']).keep(state);
		expect(new StateFile(folder, ['/a']).read()).toEqual(state);
		expect(new StateFile(folder, ['/b']).read()).toBeUndefined();
		expect(new StateFile(folder, ['/a', '/b']).read()).toBeUndefined();
		expect(fs.readdirSync(folder)).toEqual(['explorer.json']);
		expect(fs.statSync(path.join(folder, 'explorer.json')).mode & 0o077).toBe(0);
	});

	it('is one for each set of homes, the last used ones', () => {
		const folder = temporaryDirectory();
		for (let at = 0; at < 12; at++) new StateFile(folder, [`/home${at}`]).keep({query: `${at}`});
		expect(new StateFile(folder, ['/home11']).read()).toEqual({query: '11'});
		expect(new StateFile(folder, ['/home4']).read()).toEqual({query: '4'});
		expect(new StateFile(folder, ['/home3']).read()).toBeUndefined();
	});

	it('is written only when it is another one', () => {
		const folder = temporaryDirectory();
		const file = new StateFile(folder, ['/a']);
		file.keep(state);
		fs.rmSync(path.join(folder, 'explorer.json'));
		file.keep({...state});
		expect(fs.readdirSync(folder)).toEqual([]);
		file.keep({query: 'else'});
		expect(file.read()).toEqual({query: 'else'});
	});

	it.each([
		'',
		'{',
		'null',
		'[]',
		'{"version": 1}',
		'{"version": 1, "states": [null, 3, {}]}',
		'{"version": 0, "states": []}',
	])('that is damaged (%j) is none, and is written anew', text => {
		const folder = temporaryDirectory();
		fs.writeFileSync(path.join(folder, 'explorer.json'), text);
		const file = new StateFile(folder, ['/a']);
		expect(file.read()).toBeUndefined();
		file.keep(state);
		expect(file.read()).toEqual(state);
	});

	it('of a newer version is left alone', () => {
		const folder = temporaryDirectory();
		const text = JSON.stringify({version: 2, states: [{homes: ['/a'], state}]});
		fs.writeFileSync(path.join(folder, 'explorer.json'), text);
		const file = new StateFile(folder, ['/a']);
		expect(file.read()).toBeUndefined();
		file.keep(state);
		expect(fs.readFileSync(path.join(folder, 'explorer.json'), 'utf8')).toBe(text);
	});

	it('that can not be written is not kept, and nobody hears of it', () => {
		const blocked = path.join(temporaryDirectory(), 'file');
		fs.writeFileSync(blocked, '');
		const file = new StateFile(path.join(blocked, 'recollect'), ['/a']);
		file.keep(state);
		expect(file.read()).toBeUndefined();
	});
});

describe('what makes the explorer the user’s own', () => {
	const config = {file: '/x/config.json', exists: true, settings: {}, problems: []};
	const where = (folder: string, isFresh = false) => ({folder, homes: ['/a'], isFresh, facts: () => []});

	it('is what was kept, unless it is to be fresh or must not be kept', () => {
		const folder = temporaryDirectory();
		personal(config, where(folder)).memory.keep?.(state);
		expect(personal(config, where(folder)).memory.before).toEqual(state);
		const fresh = personal(config, where(folder, true)).memory;
		expect(fresh.before).toBeUndefined();
		expect(fresh.keep).toBeDefined();
		expect(personal(config, {...where(folder), homes: undefined}).memory).toMatchObject({
			before: undefined,
			keep: undefined,
		});
		const off = personal({...config, settings: {restore: false}}, where(folder)).memory;
		expect(off).toMatchObject({before: undefined, keep: undefined});
	});

	it('tells what is wrong in the config file, short enough for a line', () => {
		const problems = [{file: '/x/config.json', line: 3, column: 4, message: 'Bad.'}];
		expect(personal({...config, problems}, where('/')).notice).toBe(
			'config.json:3:4: Bad. `recollect config` tells all.',
		);
	});
});

describe('the log', () => {
	it('gets what happened with the facts, and tells where it is', () => {
		const folder = path.join(temporaryDirectory(), 'deep');
		const log = new LogFile(folder, () => ['recollect 1.2.3', '80x24']);
		expect(log.write('it broke\n    at here')).toBe(path.join(folder, 'recollect.log'));
		log.write('again');
		const text = fs.readFileSync(log.file, 'utf8');
		expect(text).toMatch(
			/^\d{4}-\d\d-\d\dT\S+Z · recollect 1\.2\.3 · 80x24\nit broke\n {4}at here\n\n\d{4}.*\nagain\n\n$/,
		);
		expect(fs.statSync(log.file).mode & 0o077).toBe(0);
	});

	it('does not grow for ever: what was in it is kept once', () => {
		const folder = temporaryDirectory();
		const log = new LogFile(folder, () => [], 2000);
		for (let at = 0; at < 100; at++) log.write(`note ${at} ${'x'.repeat(100)}`);
		expect(fs.readdirSync(folder).sort()).toEqual(['recollect.log', 'recollect.log.1']);
		for (const name of fs.readdirSync(folder))
			expect(fs.statSync(path.join(folder, name)).size).toBeLessThanOrEqual(2000);
		expect(fs.readFileSync(log.file, 'utf8')).toContain('note 99 ');
	});

	it('that can not be written is no error', () => {
		expect(new LogFile('/dev/null/x', () => []).write('x')).toBeUndefined();
	});
});
