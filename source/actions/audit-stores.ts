import type {Candidate} from '../adapters/adapter.ts';
import {hiddenCount, totalsOf} from '../catalog/totals.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import type {Context, Output} from './context.ts';
import {candidateJson, schemaVersion} from './session-json.ts';

/** `audit`: every candidate file and what became of it, with sums that add up. */
export async function* auditStores(context: Context): Output {
	const {candidates, warnings} = await context.library.scan();
	yield* context.json ? auditAsJson(candidates, warnings.length) : auditAsText(context, candidates);
	for (const warning of warnings) context.warn(warning);
}

async function* auditAsJson(candidates: readonly Candidate[], warnings: number): Output {
	yield `{"schema_version":"${schemaVersion}","files":[`;
	let separator = '\n';
	for (const candidate of candidates) {
		yield `${separator}${JSON.stringify(candidateJson(candidate))}`;
		separator = ',\n';
	}
	const totals = totalsOf(candidates);
	const state = warnings > 0 ? 'incomplete' : 'complete';
	yield `\n],"totals":${JSON.stringify({
		found: totals.found,
		listed: totals.listed,
		hidden: hiddenCount(totals),
		unreadable: totals.unreadable,
		hidden_by: totals.hidden,
		state,
	})}}\n`;
}

async function* auditAsText({paint}: Context, candidates: readonly Candidate[]): Output {
	const order = {listed: 0, hidden: 1, unreadable: 2};
	const sorted = [...candidates].sort(
		(a, b) =>
			order[a.verdict] - order[b.verdict] ||
			(a.reason ?? '').localeCompare(b.reason ?? '') ||
			(a.path < b.path ? -1 : 1),
	);
	for (const {verdict, path, reason, detail} of sorted) {
		const role = verdict === 'listed' ? 'good' : verdict === 'hidden' ? 'dim' : 'error';
		const why = [reason, detail]
			.filter(part => part !== undefined)
			.map(sanitizeLine)
			.join(': ');
		yield `${paint(role, verdict.padEnd(10))}  ${sanitizeLine(path)}${why === '' ? '' : paint('dim', `  (${why})`)}\n`;
	}

	const totals = totalsOf(candidates);
	yield `\n${totals.found} found = ${totals.listed} listed + ${hiddenCount(totals)} hidden + ${totals.unreadable} unreadable\n`;
	for (const {reason, count} of totals.hidden) yield paint('dim', `  ${String(count).padStart(6)} hidden: ${reason}\n`);
	const broken = new Map<string, number>();
	for (const {verdict, reason = ''} of candidates)
		if (verdict === 'unreadable') broken.set(reason, (broken.get(reason) ?? 0) + 1);
	for (const [reason, count] of broken)
		yield paint('error', `  ${String(count).padStart(6)} unreadable: ${sanitizeLine(reason)}\n`);
}
