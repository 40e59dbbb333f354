import fs from 'node:fs';
import type {Catalog} from '../catalog/catalog.ts';
import type {Filled} from '../catalog/fulltext/fill.ts';
import {type IndexState, indexState} from '../catalog/fulltext/pending.ts';
import {fillInThread} from '../catalog/worker/fill-client.ts';
import {bytes, count, plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import type {Context, Output} from './context.ts';
import {describeProgress} from './index-progress.ts';
import {schemaVersion} from './session-json.ts';
import {UserError} from './user-error.ts';

/** `index`: brings the catalogue and the index of words up to date, or tells how far they are. */
export async function* indexSessions(context: Context): Output {
	const {library, flags} = context;
	const {catalog} = library;
	if (flags.rebuild) catalog?.rebuild();
	if (!catalog?.isUsable) throw new UserError(`There is no index: ${catalog?.note ?? 'the catalogue is turned off'}.`);
	const begin = Date.now();
	const filled = flags.status ? undefined : await fill(context, catalog);
	if (flags.status) for (const warning of (await library.scan()).warnings) context.warn(warning);
	const state = indexState(catalog);
	for (const {path, message} of filled?.failures ?? []) context.warn({path, message: `not indexed: ${message}`});
	yield context.json ? asJson(catalog, state) : asText(context, catalog, state, filled, Date.now() - begin);
}

async function fill({progress, library, warn}: Context, catalog: Catalog): Promise<Filled> {
	progress('looking for sessions …', true);
	const begin = Date.now();
	const before = indexState(catalog);
	for (;;) {
		const filled = await fillInThread(library.options, {
			onWarning: warn,
			onProgress: state => progress(describeProgress(state, before, Date.now() - begin), true),
		});
		if (!filled.isElsewhere) return filled;
		// Another recollect is at it: what it does need not be done here.
		const state = indexState(catalog);
		if (state.indexed === state.sessions) return filled;
		progress(`another recollect is indexing: ${count(state.indexed)} of ${plural(state.sessions, 'session')}`, true);
		await new Promise(resolve => setTimeout(resolve, 500));
	}
}

function sizeOnDisk({file}: Catalog): number {
	return ['', '-wal'].reduce((sum, end) => sum + (fs.statSync(file + end, {throwIfNoEntry: false})?.size ?? 0), 0);
}

function asJson(catalog: Catalog, state: IndexState): string {
	return `${JSON.stringify({
		schema_version: schemaVersion,
		state: state.indexed === state.sessions ? 'complete' : 'incomplete',
		sessions: state.sessions,
		indexed: state.indexed,
		bytes: state.bytes,
		indexed_bytes: state.indexedBytes,
		index_bytes: sizeOnDisk(catalog),
		path: catalog.file,
	})}\n`;
}

function asText(
	{paint}: Context,
	catalog: Catalog,
	state: IndexState,
	filled: Filled | undefined,
	tookMs: number,
): string {
	const took = filled ? ` · ${count(filled.sessions)} read in ${(tookMs / 1000).toFixed(1)} s` : '';
	return [
		`${count(state.indexed)} of ${plural(state.sessions, 'session')} indexed (${bytes(state.indexedBytes)} of ${bytes(state.bytes)})${took}`,
		paint('dim', `${bytes(sizeOnDisk(catalog))} in ${sanitizeLine(catalog.file)}`),
		'',
	].join('\n');
}
