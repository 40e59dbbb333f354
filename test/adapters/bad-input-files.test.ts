/** What may lie in a store instead of a session: each is counted once, with a verdict, and nobody waits for it. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {claude} from '../../source/adapters/claude/claude.ts';
import {answer, user} from '../helpers/claude-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {discoverIn, lines, readRef, verdictsOf, writeRaw} from '../helpers/raw-session.ts';

const good = lines(user('u1', null, 'first'), answer('a1', 'u1', 'second'));

/** A home with one good session, and the folder it lies in. */
function storeWithSession(): {home: string; folder: string; file: string} {
	const home = temporaryDirectory();
	const file = writeRaw(home, good, 'good.jsonl');
	return {home, folder: path.dirname(file), file};
}

describe('a store', () => {
	it('with files that are no sessions names the rule for each', async () => {
		const {home} = storeWithSession();
		writeRaw(home, '', 'empty.jsonl');
		writeRaw(home, 'just text\nof two lines\n', 'text.jsonl');
		writeRaw(home, '\u0000'.repeat(4096), 'zeros.jsonl');
		writeRaw(home, lines({type: 'summary', summary: 'x', leafUuid: 'y'}), 'summary-only.jsonl');
		writeRaw(home, lines({type: 'event', payload: {type: 'user', message: {}}}), 'lookalike.jsonl');
		writeRaw(home, lines({role: 'user', content: 'hello'}), 'chat-log.jsonl');
		writeRaw(home, `${lines({event: {type: 'user'}}).repeat(60_000)}`, 'large-lookalike.jsonl');
		writeRaw(home, lines({type: 'user', message: null}), 'nobody-speaks.jsonl');
		writeRaw(home, JSON.stringify(user('u1', null, 'cut')).slice(0, -30), 'cut-off-at-once.jsonl');
		expect(verdictsOf(await discoverIn(home))).toEqual({
			'good.jsonl': 'listed',
			'empty.jsonl': 'hidden: empty file',
			'text.jsonl': 'unreadable: no line of it is JSON',
			'zeros.jsonl': 'unreadable: no line of it is JSON',
			'summary-only.jsonl': 'hidden: no conversation in it, only bookkeeping',
			'lookalike.jsonl': 'hidden: not a Claude Code session',
			'chat-log.jsonl': 'hidden: not a Claude Code session',
			'large-lookalike.jsonl': 'hidden: not a Claude Code session',
			'nobody-speaks.jsonl': 'hidden: no conversation in it, only bookkeeping',
			'cut-off-at-once.jsonl': 'unreadable: no line of it is JSON',
		});
	});

	it('with a conversation behind much that cannot be read lists it', async () => {
		const home = temporaryDirectory();
		writeRaw(home, `${'no JSON\n'.repeat(300_000)}${good}`, 'late.jsonl');
		writeRaw(home, `${lines({type: 'mode', x: 'x'.repeat(1000)}).repeat(1500)}${good}`, 'later.jsonl');
		expect(verdictsOf(await discoverIn(home))).toEqual({'late.jsonl': 'listed', 'later.jsonl': 'listed'});
	});

	it('with pipes, sockets, directories and links to devices waits for none of them', async () => {
		const {home, folder} = storeWithSession();
		execFileSync('mkfifo', [path.join(folder, 'pipe.jsonl')]);
		fs.symlinkSync(path.join(folder, 'pipe.jsonl'), path.join(folder, 'link-to-pipe.jsonl'));
		fs.symlinkSync('/dev/zero', path.join(folder, 'device.jsonl'));
		fs.mkdirSync(path.join(folder, 'directory.jsonl'));
		writeRaw(home, good.replaceAll('u1', 'u2'), 'directory.jsonl/inside.jsonl');
		const server = net.createServer();
		await new Promise<void>(resolve => server.listen(path.join(folder, 'socket.jsonl'), resolve));
		onTestFinished(() => void server.close());
		expect(verdictsOf(await discoverIn(home))).toEqual({
			'good.jsonl': 'listed',
			'inside.jsonl': 'listed',
			'pipe.jsonl': 'unreadable: it is not a regular file',
			'link-to-pipe.jsonl': 'unreadable: it is not a regular file',
			'device.jsonl': 'unreadable: it is not a regular file',
			'socket.jsonl': 'unreadable: it is not a regular file',
			'directory.jsonl': 'unreadable: it is a directory',
		});
	});

	it('with links that lead nowhere, in circles and out of it counts each file once', async () => {
		const {home, folder, file} = storeWithSession();
		fs.writeFileSync(path.join(home, '.claude', 'history.jsonl'), lines({display: 'x'}));
		fs.symlinkSync('nowhere.jsonl', path.join(folder, 'dangling.jsonl'));
		fs.symlinkSync('circle-b.jsonl', path.join(folder, 'circle-a.jsonl'));
		fs.symlinkSync('circle-a.jsonl', path.join(folder, 'circle-b.jsonl'));
		fs.symlinkSync('.', path.join(folder, 'here'));
		fs.symlinkSync('..', path.join(folder, 'up'));
		fs.symlinkSync('../..', path.join(folder, 'out'));
		fs.symlinkSync('/', path.join(folder, 'everything'));
		fs.symlinkSync('gone', path.join(folder, 'dangling-directory'));
		fs.symlinkSync(file, path.join(folder, 'twin.jsonl'));
		expect(verdictsOf(await discoverIn(home))).toEqual({
			'good.jsonl': 'listed',
			'twin.jsonl': 'hidden: copy of a listed session',
			'dangling.jsonl': 'unreadable: it is gone, or a link that leads nowhere',
			'circle-a.jsonl': 'unreadable: a symbolic link that leads back to itself',
			'circle-b.jsonl': 'unreadable: a symbolic link that leads back to itself',
		});
	});

	it('whose projects are links to other places is followed', async () => {
		const elsewhere = storeWithSession();
		const home = temporaryDirectory();
		fs.mkdirSync(path.join(home, '.claude', 'projects'), {recursive: true});
		fs.symlinkSync(elsewhere.folder, path.join(home, '.claude', 'projects', 'linked'));
		expect(verdictsOf(await discoverIn(home))).toEqual({'good.jsonl': 'listed'});
	});

	it('with files of the kernel that are smaller than they say does not wait for the rest', async context => {
		const kernelFile = '/sys/devices/system/cpu/online';
		context.skip(!fs.existsSync(kernelFile), 'this system has no such file');
		const {home, folder} = storeWithSession();
		fs.symlinkSync(kernelFile, path.join(folder, 'kernel.jsonl'));
		expect(verdictsOf(await discoverIn(home))).toMatchObject({'kernel.jsonl': expect.stringContaining('unreadable')});
	});

	it('with any name a file can have lists it under that name', async () => {
		const {home} = storeWithSession();
		const names = [
			' two  spaces .jsonl',
			'line\nbreak.jsonl',
			'\u001B]0;owned\u0007\u001B[2J.jsonl',
			'--help.jsonl',
			'quote\'and"quote.jsonl',
			'漢字 😀.jsonl',
			'.jsonl',
			`${'long'.repeat(60)}.jsonl`,
		];
		for (const [at, name] of names.entries()) writeRaw(home, good.replaceAll('u1', `u${at + 10}`), name);
		const discovery = await discoverIn(home);
		expect(Object.keys(verdictsOf(discovery))).toEqual(['good.jsonl', ...names].sort());
		for (const ref of discovery.sessions) expect((await readRef(ref)).prompts).toEqual(['first']);
	});

	it('with a name that is not UTF-8 counts the file, though it cannot be opened by name', async () => {
		const {home, folder} = storeWithSession();
		const name = Buffer.concat([Buffer.from(`${folder}/broken-`), Buffer.of(0xff), Buffer.from('.jsonl')]);
		fs.writeFileSync(name, good);
		const {candidates} = await discoverIn(home);
		expect(candidates.map(({verdict}) => verdict).sort()).toEqual(['listed', 'unreadable']);
	});

	it('that is a file, or a link to itself, is a warning and not an error', async () => {
		const home = temporaryDirectory();
		fs.mkdirSync(path.join(home, '.claude'));
		fs.writeFileSync(path.join(home, '.claude', 'projects'), 'not a directory');
		fs.mkdirSync(path.join(home, '.config', 'claude'), {recursive: true});
		fs.symlinkSync('projects', path.join(home, '.config', 'claude', 'projects'));
		const {candidates, warnings} = await discoverIn(home);
		expect(candidates).toEqual([]);
		expect(warnings).toEqual([
			{path: path.join(home, '.claude', 'projects'), message: 'it is not a directory'},
			{path: path.join(home, '.config', 'claude', 'projects'), message: 'a symbolic link that leads back to itself'},
		]);
	});

	it('without permission is told: a file is unreadable, a directory is a warning', async context => {
		context.skip(process.getuid?.() === 0, 'permissions do not bind root');
		const {home, folder} = storeWithSession();
		const locked = writeRaw(home, good, 'locked.jsonl');
		fs.chmodSync(locked, 0o000);
		const closed = path.join(path.dirname(folder), 'closed');
		fs.mkdirSync(closed, {mode: 0o000});
		onTestFinished(() => fs.chmodSync(closed, 0o700));
		const discovery = await discoverIn(home);
		expect(verdictsOf(discovery)).toEqual({
			'good.jsonl': 'listed',
			'locked.jsonl': 'unreadable: no permission to read it',
		});
		expect(discovery.warnings).toEqual([{path: closed, message: 'no permission to read it'}]);
	});

	it('with hundreds of files of one session compares each with a few', async () => {
		const home = temporaryDirectory();
		for (let at = 0; at < 300; at++)
			writeRaw(home, `${good}${lines(user(`own${at}`, 'a1', `own ${at}`))}`, `part-${at}.jsonl`);
		for (let at = 0; at < 50; at++) writeRaw(home, good, `copy-${at}.jsonl`);
		const {candidates} = await discoverIn(home);
		expect(candidates).toHaveLength(350);
		expect(candidates.filter(({path: file, verdict}) => file.includes('part-') && verdict !== 'listed')).toEqual([]);
		expect(candidates.filter(({path: file, verdict}) => file.includes('copy-') && verdict === 'hidden')).toHaveLength(
			50,
		);
	});
});

describe('a path that somebody gives', () => {
	it.each([
		['a pipe', (place: string) => void execFileSync('mkfifo', [place]), 'it is not a regular file'],
		['a link to a pipe', (place: string) => linkToPipe(place), 'it is not a regular file'],
		['a directory', (place: string) => void fs.mkdirSync(place), 'it is a directory'],
		['a link to a device', (place: string) => fs.symlinkSync('/dev/zero', place), 'it is not a regular file'],
		['nothing', () => {}, 'ENOENT'],
	])('and that is %s is refused at once', async (_, make, message) => {
		const place = path.join(temporaryDirectory(), 'x.jsonl');
		make(place);
		await expect(claude.recognize(place)).rejects.toThrow(message);
	});

	it('and that is empty, or no session, is not recognized', async () => {
		const home = temporaryDirectory();
		expect(await claude.recognize(writeRaw(home, '', 'empty.jsonl'))).toBeUndefined();
		expect(await claude.recognize(writeRaw(home, 'text', 'text.jsonl'))).toBeUndefined();
		expect(await claude.recognize(writeRaw(home, lines({a: 1}), 'other.jsonl'))).toBeUndefined();
	});
});

function linkToPipe(place: string): void {
	execFileSync('mkfifo', [`${place}.pipe`]);
	fs.symlinkSync(`${place}.pipe`, place);
}
