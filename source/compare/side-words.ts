/** What is said about a comparison above it, the same on the screen, in text and in files. */
import {shortIds} from '../model/short-ids.ts';
import {spentOf} from '../model/tree-usage.ts';
import {compact, dollars, duration, plural} from '../text/figures.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {clock} from '../text/times.ts';
import type {FileComparison} from './compare-files.ts';
import type {SidesCompared} from './compare-sides.ts';
import type {ComparedSide, SideFacts} from './side.ts';

/** The most important first; what is not known is not there. */
export function sideWords({prompts, tools, errors, files, models, durationMs, usage, isWhole}: SideFacts): string[] {
	const {tokens = 0, cost} = spentOf(usage);
	const words = [
		isWhole ? '' : 'only the beginnings of long texts',
		plural(prompts, 'prompt'),
		plural(tools, 'tool'),
		errors > 0 ? plural(errors, 'error') : '',
		tokens > 0 ? `${compact(tokens)} tokens` : '',
		cost === undefined || cost <= 0 ? '' : dollars(cost),
		durationMs === undefined ? '' : duration(durationMs),
		files > 0 ? plural(files, 'file') : '',
		sanitizeLine(models.join(', ')),
	];
	return words.filter(word => word !== '');
}

export function sideTitle({session}: ComparedSide): string {
	return sanitizeLine(session.title ?? '') || 'no title';
}

/** `6f2a91c0`, `6f2a91c0@2`, and more of an id where both begin alike. */
export function sideId({session, branch}: ComparedSide, sides: readonly ComparedSide[], mark = '@'): string {
	const short = shortIds(sides.map(side => side.session));
	return `${short(session.id)}${branch === undefined ? '' : `${mark}${branch}`}`;
}

/** `files: 2 same · 3 differ` */
export function filesWords(files: readonly FileComparison[]): string {
	const differing = files.filter(({status}) => status !== 'same').length;
	return files.length === 0 ? '' : `files: ${files.length - differing} same · ${differing} differ`;
}

/** `common until prompt 1 (21:04)` */
export function partingWords({parting}: SidesCompared): string {
	if (!parting) return '';
	const time = clock(parting.timestamp);
	return `common until prompt ${parting.prompt}${time === '' ? '' : ` (${time})`}`;
}

const fileStatusWords = {
	same: 'the same',
	changed: 'differs',
	only_left: 'only A writes it',
	only_right: 'only B writes it',
	partial: 'partial: only the changes are known, not the file',
} as const;

/** What became of a file; one that both changed alike may still be known in pieces only. */
export function fileWords({status, patch}: FileComparison): string {
	return status === 'same' && patch !== '' ? 'the same changes of a partial file' : fileStatusWords[status];
}
