import type {History} from '../adapters/adapter.ts';
import {Labels} from '../catalog/labels.ts';
import {treeRows} from '../model/lineage.ts';
import {treeUsage} from '../model/tree-usage.ts';
import {plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import type {Context, Output} from './context.ts';
import {drawFamily} from './draw-family.ts';
import {relativeOf} from './family.ts';
import {sessionSpendings} from './family-spending.ts';
import {findSession} from './find-session.ts';
import {spentText} from './spent-text.ts';
import {treeJson} from './tree-json.ts';
import {treeLine} from './tree-text.ts';

/** `tree`: the branches of a session, as a drawing of its prompts or as JSON. */
export async function* drawTree(context: Context, wanted: string): Output {
	const ref = await findSession(wanted, context.library);
	if (context.flags.family) return yield* drawFamily(context, ref);
	const history = await context.library.history(ref, {
		onProgress: (done, total) => context.progress(`reading ${Math.floor((100 * done) / Math.max(1, total))}%`),
	});
	for (const warning of history.warnings) context.warn(warning);
	if (context.json) yield `${JSON.stringify(await treeJson(history))}\n`;
	else yield* treeAsText(history, context);
}

async function* treeAsText(history: History, context: Context): Output {
	const {paint} = context;
	const {session} = history;
	const {prompts, forks} = session.counts!;
	const relatives = [await relativeOf(history)];
	const all = treeRows(relatives);
	const usage = treeUsage(relatives, all, [await sessionSpendings(history)]);
	// The session itself stands above.
	const [head, ...rows] = all;
	const sums = [
		`${plural(prompts, 'prompt')} on the active branch`,
		plural(forks, 'fork'),
		head ? spentText(usage.of(head)) : '',
	];
	yield `${paint('agent', session.agent)}  ${paint('title', sanitizeLine(session.title ?? '(no title)'))}\n`;
	yield `${paint('dim', sums.filter(Boolean).join(' · '))}\n`;
	const labels = new Labels();
	for (const row of rows) {
		const notes = {label: labels.of(session, row.entryId), spent: spentText(usage.of(row))};
		yield `${treeLine(row, notes, context)}\n`;
	}
}
