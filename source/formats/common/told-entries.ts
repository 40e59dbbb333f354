import type {Entry} from '../../model/entry.ts';
import type {Exported} from '../format.ts';

/**
 * The entries that are worth a line in a small format: bookkeeping that says nothing is left out. Of a whole graph
 * nothing is, because other entries may follow it.
 */
export async function* toldEntries(exported: Exported): AsyncGenerator<Entry> {
	for await (const entry of exported.entries()) if (exported.branch === 'all' || !isMute(entry)) yield entry;
}

function isMute({kind, isAside, isError, text, media}: Entry): boolean {
	if (!isAside || isError || kind === 'user' || kind === 'tool_call' || kind === 'tool_result') return false;
	return text === '' && !media?.length;
}
