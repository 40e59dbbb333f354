/** A call and its result, as documents show them. */
import type {Entry, Media} from '../../model/entry.ts';
import type {ToolUse} from '../../model/tool.ts';
import {decodeBytes, isSuspiciousBytes, trimBytesEnd} from '../../text/byte-text.ts';
import {type CallBody, callBody, patchBody} from '../../text/calls/call-body.ts';
import {callSummary} from '../../text/calls/call-summary.ts';
import {fromFolder} from '../../text/calls/from-folder.ts';
import {count, duration, plural} from '../../text/figures.ts';
import {lastStates} from '../../text/last-states.ts';
import type {Change, Diff} from '../../text/patch/diff.ts';
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
	/** The output is bytes of UTF-8, a letter each, with nothing in it that has to be taken out. */
	readonly isBytes: boolean;
	/** Markdown that whoever wrote the document has for it: to be shown instead of what was asked and given. */
	readonly formatted?: string;
	readonly media: readonly Media[];
};

const longestSubject = 200;
const longestFailure = 160;
/** Shorter, the times of the records say more of the program than of the tool. */
const shortestDuration = 1000;

/** Paths below the project's folder are shown from there on, but for those in commands: these are shown as they were typed. */
export function toolView(call: Entry | undefined, result: Entry | undefined, cwd = ''): ToolView {
	const asked = call ? askedOf(call) : nothingAsked;
	const tool = result?.tool;
	const hasFailed = result?.isError === true || tool?.isError === true || (tool?.exitCode ?? 0) !== 0;
	const done = hasFailed || tool?.patch === undefined ? undefined : patchBody(tool.patch);
	const {text: body, diff, change} = done ?? asked.body;
	// What is more than written down has to be read.
	const bytes = result?.bytes && !hasFailed ? bytesOf(result) : undefined;
	const output = bytes ?? (result ? outputOf(result) : '');
	const media = mediaOf(call, result);
	const spawned = call?.spawned ?? result?.spawned;
	const outcome: string[] = [];
	if (hasFailed) outcome.push(`✗ ${fromFolder(failureOf(result!, output), cwd)}`.trim());
	else if (change) addChangeWords(outcome, change);
	if (spawned !== undefined) outcome.push(`sub-agent ${sanitizeLine(spawned)}`);
	if (!result) outcome.push('no result');
	else if (!diff || hasFailed) addAmountWords(outcome, call, result, output);
	for (const each of media) outcome.push(mediaWords(each));
	return {
		name: asked.name || sanitizeLine(tool?.name ?? 'tool'),
		subject: call?.tool?.universal === 'bash' ? asked.subject : fromFolder(asked.subject, cwd),
		outcome,
		isError: hasFailed,
		body: sanitize(body),
		diff,
		output,
		isBytes: bytes !== undefined,
		formatted: formattedOf(call) ?? formattedOf(result),
		media,
	};
}

function formattedOf(entry: Entry | undefined): string | undefined {
	const markdown = entry?.tool?.told?.formattedMarkdown;
	return markdown?.trim() ? markdown : undefined;
}

type Asked = {readonly name: string; readonly subject: string; readonly body: CallBody};

const nothingAsked: Asked = {name: '', subject: '', body: {text: ''}};

function askedOf(call: Entry): Asked {
	const tool = call.tool ?? {name: call.detail ?? 'tool', universal: 'unknown' as const};
	const summary = sanitizeLine(callSummary(tool, call.text).slice(0, 1000));
	const isCut = summary.length > longestSubject;
	return {
		name: sanitizeLine(tool.name),
		// What is cut may end with half a letter.
		subject: isCut ? `${summary.slice(0, longestSubject).toWellFormed()}…` : summary,
		// What the subject does not say to its end is said below it.
		body: callBody(tool, isCut ? '' : call.text),
	};
}

const noMedia: readonly Media[] = [];

function mediaOf(call: Entry | undefined, result: Entry | undefined): readonly Media[] {
	const [asked, given] = [call?.media, result?.media];
	return asked && given ? [...asked, ...given] : (asked ?? given ?? noMedia);
}

function printedOf({tool, text}: Entry): string {
	return tool?.printed ?? tool?.output ?? text;
}

/** As it lies in the record, where nothing of it would be changed but its end. */
function bytesOf(result: Entry): string | undefined {
	const printed = printedOf(result);
	return result.bytes === 'plain' || !isSuspiciousBytes(printed) ? trimBytesEnd(printed) : undefined;
}

function outputOf(result: Entry): string {
	const {tool, bytes} = result;
	const printed = bytes ? decodeBytes(printedOf(result)) : printedOf(result);
	return sanitize(tool?.universal === 'bash' ? lastStates(printed) : printed).trimEnd();
}

function addChangeWords(outcome: string[], {added, removed}: Change): void {
	const [more, less] = [added > 0 ? `+${count(added)}` : '', removed > 0 ? `−${count(removed)}` : ''];
	const text = more === '' || less === '' ? more + less : `${more} ${less}`;
	if (text !== '') outcome.push(text);
}

function failureOf({tool}: Entry, output: string): string {
	if (tool?.exitCode !== undefined) return `exit ${tool.exitCode}`;
	if (tool?.universal === 'bash') return 'failed';
	const line = sanitizeLine(output.slice(0, 1000).trim().split('\n', 1)[0]!).replace(/^error: /i, '');
	if (/^The user doesn't want to (?:proceed|take) /.test(line)) return 'rejected by the user';
	return line.slice(0, longestFailure).toWellFormed();
}

function addAmountWords(outcome: string[], call: Entry | undefined, {tool, timestamp}: Entry, output: string): void {
	const found = tool?.found ? foundWords(tool.found) : '';
	if (found !== '') outcome.push(found);
	else outcome.push(output === '' ? 'no output' : plural(lineCount(output), 'line'));
	const took = tool?.durationMs ?? Date.parse(timestamp ?? '') - Date.parse(call?.timestamp ?? '');
	if (took >= shortestDuration) outcome.push(duration(took));
}

function foundWords({matches, files}: NonNullable<ToolUse['found']>): string {
	const where = files === undefined ? '' : plural(files, 'file');
	if (matches === undefined) return where;
	const what = `${count(matches)} ${matches === 1 ? 'match' : 'matches'}`;
	return where === '' ? what : `${what} in ${where}`;
}

function lineCount(text: string): number {
	let lines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
	return lines;
}
