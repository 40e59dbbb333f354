/** A call and its result, as documents show them. */
import type {Entry, Media} from '../../model/entry.ts';
import {callBody, patchBody} from '../../text/calls/call-body.ts';
import {callSummary} from '../../text/calls/call-summary.ts';
import {count, duration, plural} from '../../text/figures.ts';
import {lastStates} from '../../text/last-states.ts';
import type {Diff} from '../../text/patch/diff.ts';
import {sanitize, sanitizeLine} from '../../text/sanitize.ts';
import {mediaWords} from './words.ts';

export type ToolView = {
	readonly name: string;
	/** What it is about, on one line. */
	readonly subject: string;
	/** How it ended, in a few words each. */
	readonly outcome: readonly string[];
	readonly isError: boolean;
	/** What was asked, where the subject does not say it all; of a change, the lines of a diff. */
	readonly body: string;
	readonly diff?: Diff['runs'];
	readonly output: string;
	readonly media: readonly Media[];
};

const longestSubject = 200;
const longestFailure = 160;
/** Shorter, the times of the records say more of the program than of the tool. */
const shortestDuration = 1000;

/** Paths below the project's folder are shown from there on. */
export function toolView(call: Entry | undefined, result: Entry | undefined, cwd = ''): ToolView {
	const short = (text: string) => (cwd.length > 1 ? text.replaceAll(`${cwd}/`, '') : text);
	const asked = call ? askedOf(call) : {name: '', subject: '', body: ''};
	const tool = result?.tool;
	const hasFailed = result?.isError === true || tool?.isError === true || (tool?.exitCode ?? 0) !== 0;
	const done = hasFailed || tool?.patch === undefined ? undefined : patchBody(tool.patch);
	const {text: body, diff, change} = done ?? asked.change ?? {text: asked.body};
	const output = result ? outputOf(result) : '';
	const media = [...(call?.media ?? []), ...(result?.media ?? [])];
	const spawned = call?.spawned ?? result?.spawned;
	const outcome = [
		...(hasFailed || !change ? [] : changeWords(change)),
		...(hasFailed ? [`✗ ${short(failureOf(result!, output))}`.trim()] : []),
		...(spawned === undefined ? [] : [`sub-agent ${sanitizeLine(spawned)}`]),
		...(result ? (diff && !hasFailed ? [] : amountWords(call, result, output)) : ['no result']),
		...media.map(mediaWords),
	];
	return {
		name: asked.name || sanitizeLine(tool?.name ?? 'tool'),
		subject: short(asked.subject),
		outcome,
		isError: hasFailed,
		body: sanitize(body),
		...(diff ? {diff} : undefined),
		output,
		media,
	};
}

function askedOf(call: Entry) {
	const tool = call.tool ?? {name: call.detail ?? 'tool', universal: 'unknown' as const};
	const {text, diff, change} = callBody(tool, call.text);
	const summary = callSummary(tool, call.text);
	return {
		name: sanitizeLine(tool.name),
		subject: sanitizeLine(summary.slice(0, 1000)).slice(0, longestSubject).toWellFormed(),
		body: text,
		...(diff ? {change: {text, diff, change}} : undefined),
	};
}

function outputOf({tool, text}: Entry): string {
	const printed = tool?.printed ?? tool?.output ?? text;
	return sanitize(tool?.universal === 'bash' ? lastStates(printed) : printed).trimEnd();
}

function changeWords({added, removed}: {readonly added: number; readonly removed: number}): string[] {
	const words = [added > 0 ? `+${count(added)}` : '', removed > 0 ? `−${count(removed)}` : ''];
	const text = words.filter(word => word !== '').join(' ');
	return text === '' ? [] : [text];
}

function failureOf({tool}: Entry, output: string): string {
	if (tool?.exitCode !== undefined) return `exit ${tool.exitCode}`;
	if (tool?.universal === 'bash') return 'failed';
	const line = sanitizeLine(output.slice(0, 1000).trim().split('\n', 1)[0]!).replace(/^error: /i, '');
	if (/^The user doesn't want to (?:proceed|take) /.test(line)) return 'rejected by the user';
	return line.slice(0, longestFailure).toWellFormed();
}

function amountWords(call: Entry | undefined, {tool, timestamp}: Entry, output: string): string[] {
	const {matches, files} = tool?.found ?? {};
	const found = [
		matches === undefined ? '' : `${count(matches)} ${matches === 1 ? 'match' : 'matches'}`,
		files === undefined ? '' : plural(files, 'file'),
	].filter(word => word !== '');
	const took = tool?.durationMs ?? Date.parse(timestamp ?? '') - Date.parse(call?.timestamp ?? '');
	return [
		found.length > 0 ? found.join(' in ') : output === '' ? 'no output' : plural(lineCount(output), 'line'),
		...(took >= shortestDuration ? [duration(took)] : []),
	];
}

function lineCount(text: string): number {
	let lines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
	return lines;
}
