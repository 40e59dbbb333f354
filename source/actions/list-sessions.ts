import type {SessionRef} from '../adapters/adapter.ts';
import type {Scan} from '../catalog/scan/scan.ts';
import type {Totals} from '../catalog/totals.ts';
import type {Session} from '../model/session.ts';
import {bareSession} from './bare-session.ts';
import type {Context, Output} from './context.ts';
import {schemaVersion, sessionJson} from './session-json.ts';

/** `list`: the sessions, newest first; their headers as a table, or everything about them as JSON. */
export async function* listSessions(context: Context): Output {
	const {limit, all} = context.flags;
	const scan = await context.library.scan(context.json ? limit : undefined);
	const wanted = scan.newest(limit ?? Number.MAX_SAFE_INTEGER, all);
	const totals = scan.totals(all);
	for (const warning of scan.warnings) context.warn(warning);
	if (context.json) return yield* listAsJson(context, wanted, totals, scan);
	// To draw a table takes more to load than all the rest.
	const {listAsTable} = await import('./list-table.ts');
	yield* listAsTable(context, wanted, totals, scan);
}

async function* listAsJson(context: Context, wanted: readonly SessionRef[], totals: Totals, scan: Scan): Output {
	yield `{"schema_version":"${schemaVersion}","sessions":[`;
	let separator = '\n';
	for (const [position, ref] of wanted.entries()) {
		context.progress(`reading session ${position + 1} of ${wanted.length}`);
		yield `${separator}${JSON.stringify(sessionJson(await measured(context, ref)))}`;
		separator = ',\n';
	}
	const state = scan.warnings.length > 0 ? 'incomplete' : 'complete';
	const {found, listed, hidden, unreadable} = totals;
	yield `\n],"meta":${JSON.stringify({found, listed, hidden, unreadable, state})}}\n`;
}

/** A session with its counts; one that can't be read any more keeps its row. */
async function measured(context: Context, ref: SessionRef): Promise<Session> {
	const {library} = context;
	try {
		const {session, warnings} = await library.measure(ref);
		for (const warning of warnings) context.warn(warning);
		return {...session, ...(await library.origin(ref))};
	} catch (error) {
		context.warn({path: ref.path, message: `can't be read any more: ${(error as Error).message}`});
		return bareSession(ref);
	}
}
