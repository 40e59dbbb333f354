/** `recollect tree` on a home, without starting the program: what it prints, line by line, and its JSON. */
import os from 'node:os';
import path from 'node:path';
import type {Context} from '../../source/actions/context.ts';
import {drawTree} from '../../source/actions/draw-tree.ts';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {Library} from '../../source/catalog/library.ts';
import {fixtureHome} from './fixture-home.ts';

/** Nobody's own labels. */
process.env.XDG_STATE_HOME = path.join(os.tmpdir(), 'recollect-no-state');

export type TreeOptions = {readonly family?: boolean; readonly json?: boolean; readonly columns?: number};

export type Home = {
	readonly library: Library;
	/** Newest first, sub-agents included. */
	readonly sessions: readonly SessionRef[];
	/** The drawing of a session, by its place among them; ids, times and tokens are not in it. */
	tree(which?: number, options?: TreeOptions): Promise<string[]>;
	/** With everything in it. */
	raw(which?: number, options?: TreeOptions): Promise<string[]>;
	json(which?: number, options?: TreeOptions): Promise<any>;
	/** The same of an id or a file. */
	treeOf(wanted: string, options?: TreeOptions): Promise<string[]>;
	jsonOf(wanted: string, options?: TreeOptions): Promise<any>;
};

export async function treeHome(...fixtures: string[]): Promise<Home> {
	const library = new Library({homes: [fixtureHome(...fixtures)]});
	const {sessions} = await library.scan();
	const printed = async (wanted: string, {family = false, json = false, columns = 80}: TreeOptions) => {
		const context: Context = {
			library,
			json,
			paint: (_, text) => text,
			columns,
			flags: {all: false, raw: false, full: false, family},
			warn() {},
			progress() {},
		};
		let text = '';
		for await (const piece of drawTree(context, wanted)) text += piece;
		return text;
	};
	const nameOf = (which: number) => `${sessions[which]!.agent}:${sessions[which]!.id}`;
	const linesOf = async (wanted: string, options: TreeOptions) =>
		(await printed(wanted, options)).trimEnd().split('\n');
	const treeOf = async (wanted: string, options: TreeOptions = {}) => (await linesOf(wanted, options)).map(bare);
	const jsonOf = async (wanted: string, options: TreeOptions = {}) =>
		JSON.parse(await printed(wanted, {...options, json: true}));
	return {
		library,
		sessions,
		treeOf,
		jsonOf,
		tree: (which = 0, options = {}) => treeOf(nameOf(which), options),
		raw: (which = 0, options = {}) => linesOf(nameOf(which), options),
		json: (which = 0, options = {}) => jsonOf(nameOf(which), options),
	};
}

/** Without ids, times and tokens. */
function bare(line: string): string {
	return line
		.replace(/\b(?:ses_\w{4,}|[0-9a-f]{8}(?:-[0-9a-f-]*[0-9a-f])?)\b/g, 'ID')
		.replace(/ *\b\d\d:\d\d$/, '')
		.replace(/ · *$/, '')
		.replace(/(?: ·|(?<= {2})) ?[\d.]+[kM]? tokens(?:, [\d.]+[kM]? of them shared)?(?: · \$[\d.]+)?/, '')
		.trimEnd();
}
