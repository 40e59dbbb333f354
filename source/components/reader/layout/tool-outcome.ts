import {fromFolder} from '../../../text/calls/from-folder.ts';
import {count, duration, plural} from '../../../text/figures.ts';
import {cut} from '../../../text/width.ts';
import {lineWidth} from '../../line-tools.ts';
import type {Line, Span} from '../../theme.ts';
import type {Block, BlockResult} from '../block.ts';
import {describeMedia} from './media.ts';

/** What a call is about needs room as well. */
const widestShare = 0.55;
const widestFailure = 0.4;

/** How a call ended: the change it made, whether it failed, how much it said, how long it took. The last give way first. */
export function outcomeSpans({change, diff, result, spawned}: Block, columns: number, cwd: string | undefined): Line {
	const agent: Line[] = spawned === undefined ? [] : [[{text: 'sub-agent', role: 'tool'}]];
	const parts = result
		? [
				...changeParts(change),
				...failureParts(result, columns, cwd),
				...agent,
				// What an edit says is that it was done, and it takes no time: whoever allowed it did.
				...(diff ? [] : [...amountParts(result), ...timeParts(result)]),
			]
		: [...changeParts(change), ...agent, [{text: 'no result', role: 'dim'} as const]];
	const shown: Line[] = [];
	let room = columns * widestShare;
	for (const part of parts) {
		room -= lineWidth(part) + 3;
		if (room < 0 && shown.length > 0) break;
		shown.push(part);
	}
	return shown.flatMap((part, at) => (at === 0 ? [{text: '  '}, ...part] : [{text: '   '}, ...part]));
}

function changeParts(change: Block['change']): Line[] {
	if (!change) return [];
	const spans: Span[] = [];
	if (change.added > 0) spans.push({text: `+${count(change.added)}`, role: 'added'});
	if (change.added > 0 && change.removed > 0) spans.push({text: ' '});
	if (change.removed > 0) spans.push({text: `−${count(change.removed)}`, role: 'removed'});
	return spans.length > 0 ? [spans] : [];
}

function failureParts({isError, exitCode, failure, lines}: BlockResult, columns: number, cwd = ''): Line[] {
	if (!isError) return [];
	const told = fromFolder(failure ?? '', cwd);
	const why = exitCode === undefined ? cut(told, Math.floor(columns * widestFailure)) : `exit ${exitCode}`;
	if (why !== '') return [[{text: `✗ ${why}`, role: 'error'}]];
	return [
		[
			{text: '✗ ', role: 'error'},
			{text: amount(lines), role: 'dim'},
		],
	];
}

function amountParts({isError, exitCode, failure, lines, found, media}: BlockResult): Line[] {
	const first = media?.[0];
	const rest = media && media.length > 1 ? ` and ${media.length - 1} more` : '';
	if (first && lines === 0) return [[{text: `${describeMedia(first)}${rest}`, role: 'dim'}]];
	// A failure in one line is told already, and one without a word counts its lines.
	if ((failure !== undefined && lines === 1) || (isError && exitCode === undefined && !failure)) return [];
	return [[{text: foundText(found) ?? amount(lines), role: 'dim'}]];
}

function amount(lines: number): string {
	return lines === 0 ? 'no output' : plural(lines, 'line');
}

function foundText(found: BlockResult['found']): string | undefined {
	if (!found) return undefined;
	const matches =
		found.matches === undefined ? '' : count(found.matches) + (found.matches === 1 ? ' match' : ' matches');
	const files = found.files === undefined ? '' : plural(found.files, 'file');
	return [matches, files].filter(part => part !== '').join(' in ') || undefined;
}

function timeParts({durationMs}: BlockResult): Line[] {
	return durationMs === undefined ? [] : [[{text: duration(durationMs), role: 'dim'}]];
}
