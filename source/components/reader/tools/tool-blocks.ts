/** What a block has of a call, and what the result of the call adds to it. */
import type {Entry} from '../../../model/entry.ts';
import {callBody, patchBody} from '../../../text/calls/call-body.ts';
import {callSummary} from '../../../text/calls/call-summary.ts';
import {lastStates} from '../../../text/last-states.ts';
import {sanitizeLine} from '../../../text/sanitize.ts';
import type {Block, BlockMedia, BlockResult} from '../block.ts';
import type {TextKeeper} from '../kept-text.ts';

/** What fits beside a call is for whoever draws it to say. */
const longestFailure = 200;
/** Shorter, the times of the records say more of the program than of the tool. */
const shortestDuration = 1000;

type CallParts = Pick<Block, 'name' | 'summary' | 'body' | 'diff' | 'change'>;

export function callParts(entry: Entry, keeper: TextKeeper, oneLine: (text: string) => string): CallParts {
	const tool = entry.tool ?? {name: entry.detail ?? 'tool', universal: 'unknown' as const};
	const {text, diff, change} = callBody(tool, entry.text);
	return {
		name: sanitizeLine(tool.name),
		summary: oneLine(callSummary(tool, entry.text)),
		body: keeper.keep(text),
		diff,
		change,
	};
}

/** A call and its result become one; the result may know better than the call what was changed. */
export function complete(block: Block, entry: Entry, keeper: TextKeeper, media?: readonly BlockMedia[]): void {
	const result = resultOf(entry, keeper, block.timestamp, media);
	const done = result.isError || entry.tool?.patch === undefined ? undefined : patchBody(entry.tool.patch);
	if (done) {
		keeper.release(block.body);
		block.body = keeper.keep(done.text);
		block.diff = done.diff;
		block.change = done.change;
	}
	// Nothing was changed after all.
	if (result.isError) block.change = undefined;
	if (media) block.media = [...(block.media ?? []), ...media];
	block.result = result;
}

export function resultOf(
	{tool, text, timestamp, isError}: Entry,
	keeper: TextKeeper,
	calledAt?: string,
	media?: readonly BlockMedia[],
): BlockResult {
	const printed = tool?.printed ?? tool?.output ?? text;
	const output = tool?.universal === 'bash' ? lastStates(printed) : printed;
	const {exitCode, found} = tool ?? {};
	const hasFailed = isError === true || tool?.isError === true || (exitCode ?? 0) !== 0;
	const durationMs = tool?.durationMs ?? timeBetween(calledAt, timestamp);
	return {
		body: keeper.keep(output),
		lines: countLines(output),
		isError: hasFailed,
		...(hasFailed && tool?.universal !== 'bash' ? {failure: failureIn(output)} : undefined),
		...(exitCode === undefined ? undefined : {exitCode}),
		...(durationMs !== undefined && durationMs >= shortestDuration ? {durationMs} : undefined),
		...(found ? {found} : undefined),
		...(media ? {media} : undefined),
	};
}

function timeBetween(from: string | undefined, to: string | undefined): number | undefined {
	const passed = Date.parse(to ?? '') - Date.parse(from ?? '');
	return Number.isNaN(passed) ? undefined : passed;
}

function failureIn(output: string): string | undefined {
	const line = sanitizeLine(output.slice(0, 1000).trim().split('\n', 1)[0]!).replace(/^error: /i, '');
	if (/^The user doesn't want to (?:proceed|take) /.test(line)) return 'rejected by the user';
	return line === '' ? undefined : line.slice(0, longestFailure);
}

function countLines(text: string): number {
	const trimmed = text.trimEnd();
	if (trimmed === '') return 0;
	let lines = 1;
	for (let at = trimmed.indexOf('\n'); at >= 0; at = trimmed.indexOf('\n', at + 1)) lines++;
	return lines;
}
