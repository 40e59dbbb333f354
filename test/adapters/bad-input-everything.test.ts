/** A home that holds everything bad at once, through the commands: sums that add up, and nothing that steers a terminal. */
import {describe, expect, it} from 'vitest';
import {auditStores} from '../../source/actions/audit-stores.ts';
import type {CommandFlags, Context, Output} from '../../source/actions/context.ts';
import {drawTree} from '../../source/actions/draw-tree.ts';
import {listSessions} from '../../source/actions/list-sessions.ts';
import {showSession} from '../../source/actions/show-session.ts';
import {Library} from '../../source/catalog/library.ts';
import {describeWarning} from '../../source/model/warning.ts';
import {painter} from '../../source/text/paint.ts';
import {hostileHome, steering} from '../helpers/hostile-home.ts';

type Command = (context: Context, argument: string) => Output;

async function run(
	command: Command,
	home: string,
	argument = '',
	options: Partial<CommandFlags> & {json?: boolean} = {},
) {
	const library = new Library({homes: [home]});
	const {json = false, ...flags} = options;
	const warnings: string[] = [];
	const context: Context = {
		library,
		json,
		paint: painter(false),
		columns: 100,
		flags: {all: false, raw: false, full: false, ...flags},
		warn: warning => warnings.push(describeWarning(warning)),
		progress: () => {},
	};
	let output = '';
	for await (const piece of command(context, argument)) output += piece.toString();
	return {output, warnings};
}

const hiddenOf = (hidden: ReadonlyArray<{count: number}>) => hidden.reduce((sum, {count}) => sum + count, 0);

describe('a home of nothing but trouble', () => {
	it('is audited: found = listed + hidden + unreadable, every file once', async () => {
		const {home, found, listed} = hostileHome();
		const {files, totals} = JSON.parse((await run(auditStores, home, '', {json: true})).output);
		expect(totals.found).toBe(totals.listed + totals.hidden + totals.unreadable);
		expect(totals).toMatchObject({found, listed, hidden: hiddenOf(totals.hidden_by), state: 'complete'});
		expect(files).toHaveLength(found);
		expect(new Set(files.map(({path}: {path: string}) => path)).size).toBe(found);
		for (const {verdict, reason} of files) expect(reason === null).toBe(verdict === 'listed');
	});

	it('is listed with the same sums', async () => {
		const {home, found, listed} = hostileHome();
		const {sessions, meta} = JSON.parse((await run(listSessions, home, '', {json: true})).output);
		expect(meta).toMatchObject({found, listed, state: 'complete'});
		expect(meta.found).toBe(meta.listed + hiddenOf(meta.hidden) + meta.unreadable);
		expect(sessions).toHaveLength(listed);
		for (const {counts} of sessions) expect(counts.prompts).toBeGreaterThan(0);
	});

	it('is printed without a character that steers a terminal', async () => {
		const {home} = hostileHome();
		for (const command of [auditStores, listSessions]) {
			const {output} = await run(command, home);
			expect(output).not.toMatch(steering);
			expect(output.split('\n').length).toBeGreaterThan(10);
		}
		expect((await run(listSessions, home, '', {all: true})).output).not.toMatch(steering);
	});

	it('can be read, session by session', async () => {
		const {home} = hostileHome();
		const {sessions} = await new Library({homes: [home]}).scan();
		for (const {id} of sessions) {
			for (const command of [showSession, drawTree]) {
				expect((await run(command, home, id)).output, `${command.name} ${id}`).not.toMatch(steering);
				const {output} = await run(command, home, id, {json: true});
				expect(() => JSON.parse(output), `${command.name} --json ${id}`).not.toThrow();
			}
			const full = await run(showSession, home, id, {full: true});
			expect(full.output, `show --full ${id}`).not.toMatch(steering);
			for (const line of (await run(showSession, home, id, {raw: true})).output.trim().split('\n')) {
				expect(() => JSON.parse(line.replace(/^\uFEFF/, '')), `show --raw ${id}`).not.toThrow();
			}
		}
	});

	it('warns with file and byte of each damage', async () => {
		const {home} = hostileHome();
		const {warnings} = await run(listSessions, home, '', {json: true});
		for (const name of ['glued-lines', 'cut-off-end', 'broken-links', 'odd-shapes', 'latin', 'zero']) {
			expect(
				warnings.filter(warning => warning.includes(`${name}.jsonl:`)),
				name,
			).not.toEqual([]);
		}
		for (const warning of warnings) expect(warning).toMatch(/\.jsonl:\d+: /);
	});
});
