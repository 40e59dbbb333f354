/** What the reader draws of a recorded session, without a screen. */
import {adapters} from '../../source/adapters/registry.ts';
import type {Block} from '../../source/components/reader/block.ts';
import {folded, layoutBlock} from '../../source/components/reader/layout/layout-block.ts';
import type {Opening} from '../../source/components/reader/opening.ts';
import {ReaderDocument} from '../../source/components/reader/reader-document.ts';
import type {Line} from '../../source/components/theme.ts';
import type {Entry} from '../../source/model/entry.ts';
import {collect} from './claude-session.ts';

export function documentOf(entries: readonly Entry[]): ReaderDocument {
	const document = new ReaderDocument();
	for (const entry of entries) document.add(entry);
	return document;
}

/** The tool blocks of the session in a file. */
export async function toolBlocks(file: string): Promise<{blocks: Block[]; cwd: string | undefined}> {
	for (const adapter of adapters) {
		const ref = await adapter.recognize(file);
		if (!ref) continue;
		const history = await adapter.history(ref);
		const {blocks} = documentOf(await collect(history.entries()));
		return {blocks: blocks.filter(({kind}) => kind === 'tool'), cwd: history.session.cwd};
	}
	throw new Error(`${file} is no session`);
}

export type Look = {
	readonly columns?: number;
	readonly cwd?: string;
	readonly opening?: Opening;
	readonly marks?: (text: string) => ReadonlyArray<readonly [number, number]>;
};

/** Without the space before it. */
export function linesOf(block: Block, {columns = 72, cwd, opening = 'open', marks}: Look = {}): Line[] {
	const opened = new Map([[block, opening]]);
	const lines = layoutBlock(block, {columns, folds: folded, hasClock: false, cwd, marks, opened});
	return block.hasSpaceBefore ? lines.slice(1) : lines;
}

export function drawn(block: Block, look: Look = {}): string[] {
	return linesOf(block, look).map(textOf);
}

export function textOf(line: Line): string {
	return line
		.map(({text}) => text)
		.join('')
		.trimEnd();
}
