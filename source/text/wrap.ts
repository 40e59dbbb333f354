import {type Cluster, clustersOf, isAscii} from './clusters.ts';

const tabStop = 4;

/** Sanitized text as lines of at most so many columns: broken at spaces where there are any, between wide letters, else anywhere. */
export function wrap(text: string, columns: number): string[] {
	const width = Math.max(1, columns);
	return text.split('\n').flatMap(line => wrapLine(expandTabs(line).trimEnd(), width));
}

/** Tabs reach to the next tab stop, as in an editor. */
export function expandTabs(line: string): string {
	if (!line.includes('\t')) return line;
	let expanded = '';
	let column = 0;
	for (const part of line.split(/(\t)/)) {
		const piece = part === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : part;
		expanded += piece;
		column += isAscii(piece) ? piece.length : clustersOf(piece).reduce((sum, {width}) => sum + width, 0);
	}
	return expanded;
}

function wrapLine(line: string, columns: number): string[] {
	if (line.length <= columns && isAscii(line)) return [line];
	if (isAscii(line)) return breakAscii(line, columns).map(([start, end]) => line.slice(start, end));
	const clusters = clustersOf(line);
	const lines = breakClusters(clusters, columns).map(([start, end]) => joined(clusters, start, end));
	return lines.length > 0 ? lines : [''];
}

/** Where the lines of a text lie in it: [start, end). */
export type Pieces = ReadonlyArray<readonly [number, number]>;

/** Breaks one line of printable ASCII. */
export function breakAscii(line: string, columns: number): Pieces {
	const pieces: Array<[number, number]> = [];
	let start = 0;
	while (line.length - start > columns) {
		const piece = line.slice(start, start + columns + 1);
		const space = piece.lastIndexOf(' ');
		// A break inside the indentation would leave an empty line.
		const end = start + (space > 0 && piece.slice(0, space).trim() !== '' ? space : columns);
		let trimmed = end;
		while (trimmed > start && line[trimmed - 1] === ' ') trimmed--;
		pieces.push([start, trimmed]);
		start = end;
		while (line[start] === ' ') start++;
	}
	if (start < line.length) pieces.push([start, line.length]);
	return pieces;
}

// Closing marks belong to the word before them and never start a line.
const closing = /^[、。，．・：；？！）」』】〕〉》”’!),.:;?\]}]/;

/** Breaks one line of any text; the pieces count clusters. */
export function breakClusters(clusters: readonly Cluster[], columns: number): Pieces {
	const pieces: Array<[number, number]> = [];
	let start = 0;
	while (start < clusters.length) {
		let end = start;
		let used = 0;
		let best = -1;
		let hasText = false;
		while (end < clusters.length && (used + clusters[end]!.width <= columns || end === start)) {
			used += clusters[end]!.width;
			end++;
			hasText ||= clusters[end - 1]!.text !== ' ';
			if (hasText && canBreak(clusters[end - 1]!, clusters[end])) best = end;
		}

		if (end < clusters.length && best > start) end = best;
		let trimmed = end;
		while (trimmed > start && clusters[trimmed - 1]!.text.trim() === '') trimmed--;
		pieces.push([start, trimmed]);
		start = end;
		if (start < clusters.length) while (clusters[start]?.text === ' ') start++;
	}
	return pieces;
}

function canBreak(before: Cluster, after: Cluster | undefined): boolean {
	if (after === undefined || before.text === ' ' || after.text === ' ') return true;
	return (before.width > 1 || after.width > 1) && !closing.test(after.text);
}

function joined(clusters: readonly Cluster[], start: number, end: number): string {
	let text = '';
	for (let at = start; at < end; at++) text += clusters[at]!.text;
	return text;
}
