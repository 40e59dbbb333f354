import {sanitizeLine} from '../text/sanitize.ts';
import type {ConfigReport, Context, Output} from './context.ts';
import {columns} from './help-columns.ts';
import {schemaVersion} from './session-json.ts';
import {UserError} from './user-error.ts';

/** `config`: where the config file is, what is wrong in it, and what holds. */
export async function* showConfig(context: Context): Output {
	const report = await context.config!();
	if (context.flags.example) {
		yield report.example();
		return;
	}
	yield context.json ? asJson(report) : asText(context, report);
	const {length} = report.problems;
	if (length > 0)
		throw new UserError(`${length === 1 ? 'One entry' : `${length} entries`} of the config file can't be used.`);
}

function asJson({file, exists, problems, values}: ConfigReport): string {
	return `${JSON.stringify({
		schema_version: schemaVersion,
		file,
		exists,
		problems: problems.map(({line, column, message}) => ({line: line ?? null, column: column ?? null, message})),
		settings: Object.fromEntries(values.map(({name, value, from}) => [name, {value, from}])),
	})}\n`;
}

function asText({paint}: Context, {file, exists, problems, values}: ConfigReport): string {
	const rows = values.map(({name, value, from}) => [
		name,
		`${shown(value)}${from === 'default' ? '' : `   (${from})`}`,
	]);
	return [
		`${sanitizeLine(file)}${exists ? '' : paint('dim', '   (there is none; `recollect config --example` prints one)')}`,
		...problems.map(({described}) => paint('error', sanitizeLine(described))),
		'',
		columns(rows as Array<[string, string]>),
		'',
	].join('\n');
}

function shown(value: unknown): string {
	if (Array.isArray(value)) return value.length === 0 ? '-' : sanitizeLine(value.join(', '));
	if (typeof value !== 'object' || value === null) return sanitizeLine(String(value));
	const entries = Object.entries(value);
	if (entries.length === 0) return '-';
	return entries.map(([name, each]) => `${name} ${isPlain(each) ? shown(each) : `{${shown(each)}}`}`).join(', ');
}

function isPlain(value: unknown): boolean {
	return typeof value !== 'object' || Array.isArray(value);
}
