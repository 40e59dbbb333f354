/** What became of a call: from the text of its result, and from what Claude Code keeps beside it for its own screen. */
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, isFields, listOf, numberOf, stringOf} from '../fields.ts';
import {type Hunk, unifiedPatch} from '../tools/unified-patch.ts';

const exitLine = /^Exit code (\d+)(?:\n|$)/;
const errorMark = /^<tool_use_error>([\s\S]*?)<\/tool_use_error>\s*$/;

/** `beside` is the record's `toolUseResult`: an object as a rule, text after a failure. */
export function toolOutcome(output: string, beside: unknown): ToolOutcome {
	const exit = output.startsWith('Exit code ') ? exitLine.exec(output) : null;
	const printed = exit
		? output.slice(exit[0].length)
		: output.startsWith('<')
			? errorMark.exec(output)?.[1]
			: undefined;
	if (!isFields(beside)) return outcomeOf(printed, exit ? Number(exit[1]) : undefined);
	const result = beside;
	const exitCode = exit ? Number(exit[1]) : numberOf(result.exitCode);
	const seconds = numberOf(result.durationSeconds);
	const durationMs =
		numberOf(result.totalDurationMs) ??
		numberOf(result.durationMs) ??
		(seconds === undefined ? undefined : seconds * 1000);
	const outcome = outcomeOf(printed, exitCode);
	const patch = result.structuredPatch === undefined ? undefined : patchOf(result);
	const found = foundBy(result);
	if (durationMs !== undefined) outcome.durationMs = durationMs;
	if (patch !== undefined) outcome.patch = patch;
	if (found !== undefined) outcome.found = found;
	return outcome;
}

/** Only what is known is there at all. */
function outcomeOf(printed?: string, exitCode?: number): {-readonly [Field in keyof ToolOutcome]: ToolOutcome[Field]} {
	if (printed === undefined) return exitCode === undefined ? {} : {exitCode};
	return exitCode === undefined ? {printed} : {printed, exitCode};
}

/** Empty for a new file, which is all in the call. */
function patchOf({structuredPatch, filePath}: Fields): string | undefined {
	const hunks = listOf(structuredPatch).filter(isFields).map(hunkOf);
	return hunks.length === 0 ? undefined : unifiedPatch(stringOf(filePath) ?? '', hunks);
}

function hunkOf({oldStart, newStart, lines}: Fields): Hunk {
	return {
		oldStart: numberOf(oldStart) ?? 1,
		newStart: numberOf(newStart) ?? 1,
		lines: listOf(lines).filter(line => typeof line === 'string'),
	};
}

/** Lists of files count them; where lines are shown instead, their number of files is 0 and means nothing. */
function foundBy({filenames, mode, numFiles, numMatches}: Fields): ToolOutcome['found'] {
	if (!Array.isArray(filenames) || mode === 'content') return undefined;
	const [files, matches] = [numberOf(numFiles), numberOf(numMatches)];
	return files === undefined ? undefined : {files, ...(matches === undefined ? undefined : {matches})};
}
