import type {Finding, FirstPlace} from '../check/findings.ts';
import {loadKnown} from '../check/known.ts';
import {addLineNumbers} from '../check/line-numbers.ts';
import {SessionCheck} from '../check/session-check.ts';
import {count, plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {checkedThings} from './checked-things.ts';
import type {Context, Output} from './context.ts';
import {schemaVersion} from './session-json.ts';
import {UserError} from './user-error.ts';

/** `check`: what in the files is not as we know the agent's format, each change once. */
export async function* checkSessions(context: Context, _: string, __: string, given: readonly string[]): Output {
	const {all} = context.flags;
	if (given.length === 0 && !all)
		throw new UserError('Name the files or sessions to check, or --all for every session.', 2);
	const check = new SessionCheck();
	let troubles = 0;
	let done = 0;
	for await (const {ref, total, trouble, openFormat} of checkedThings(context.library, given, all)) {
		if (trouble) {
			troubles++;
			context.warn(trouble);
		} else if (openFormat !== undefined) await check.addDocument(openFormat);
		else if (ref) await check.add(ref);
		done++;
		if (total > 1) context.progress(`checking ${count(done)} of ${count(total)}`, true);
	}
	const findings = inOrder(check.findings.list());
	await addLineNumbers(findings.map(({first}) => first));
	context.ends?.(troubles > 0 ? 2 : findings.length > 0 ? 1 : 0);
	if (context.json) yield asJson(check, findings);
	// Where nothing could be looked at, nothing can be said of it but what was in the way.
	else if (troubles === 0 || check.sessions > 0) yield await asText(context, check, findings);
}

const order: ReadonlyArray<Finding['code']> = [
	'UNKNOWN_TYPE',
	'NEW_FIELD',
	'TYPE_MISMATCH',
	'MISSING_FIELD',
	'INVALID',
	'DAMAGED',
];

function inOrder(findings: readonly Finding[]): Finding[] {
	return findings.toSorted(
		(a, b) =>
			a.agent.localeCompare(b.agent) ||
			order.indexOf(a.code) - order.indexOf(b.code) ||
			b.count - a.count ||
			a.path.localeCompare(b.path),
	);
}

async function asText(context: Context, check: SessionCheck, findings: readonly Finding[]): Promise<string> {
	const {paint} = context;
	const checked = `${plural(check.sessions, 'session')} checked`;
	if (findings.length === 0) return `${checked}, nothing new\n`;
	const lines = findings.map(({code, agent, version, records, path, count: times, first, example}) => {
		const head = [
			paint(code === 'DAMAGED' || code === 'INVALID' ? 'error' : 'title', code.padEnd(13)),
			sanitizeLine(path),
			paint('dim', `${count(times)} ×`),
		];
		const who = [agent, version].filter(Boolean).join(' ');
		const where = records.length > 0 ? ` in ${shortList(records)}` : '';
		return `${head.join('  ')}\n  ${sanitizeLine(example)}${paint('dim', `  (${sanitizeLine(`${who}${where}`)})`)}\n  ${paint('dim', describePlace(first))}\n`;
	});
	const untold = check.findings.untold > 0 ? `, and ${plural(check.findings.untold, 'more place')} like these` : '';
	const newer = await newerVersions(findings);
	return `${lines.join('')}\n${checked}, ${plural(findings.length, 'finding')}${untold}\n${newer}`;
}

function describePlace({file, line, offset, row}: FirstPlace): string {
	const place = row ?? (line === undefined ? '' : String(line));
	const byte = offset === undefined ? '' : ` (byte ${offset})`;
	return sanitizeLine(`first: ${file}${place === '' ? '' : `:${place}`}${byte}`);
}

const mostNames = 4;

function shortList(names: readonly string[]): string {
	const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
	return `${names.slice(0, mostNames).join(', ')}${more}`;
}

/** A version that came after all we know explains most of what is new. */
async function newerVersions(findings: readonly Finding[]): Promise<string> {
	const newest = new Map<string, string>();
	for (const {agent, version} of findings) {
		const before = newest.get(agent);
		if (version !== undefined && (before === undefined || isLater(version, before))) newest.set(agent, version);
	}
	let text = '';
	for (const [agent, version] of newest) {
		const known = (await loadKnown(agent))?.versions.at(-1);
		if (known !== undefined && isLater(version, known))
			text += `${agent} ${sanitizeLine(version)} is newer than what is known here (up to ${known})\n`;
	}
	return text;
}

function isLater(a: string, b: string): boolean {
	return a.localeCompare(b, 'en', {numeric: true}) > 0;
}

function asJson(check: SessionCheck, findings: readonly Finding[]): string {
	return `${JSON.stringify({
		schema_version: schemaVersion,
		checked: check.sessions,
		files: check.files,
		records: check.records,
		findings: findings.map(({code, agent, version, records, path, count: times, first, example}) => ({
			code,
			agent,
			version: version ?? null,
			records,
			path,
			count: times,
			first: {file: first.file, line: first.line ?? null, offset: first.offset ?? null, row: first.row ?? null},
			example,
		})),
		untold: check.findings.untold,
	})}\n`;
}
