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
	return isAscii(line) ? wrapAscii(line, columns) : wrapClusters(clustersOf(line), columns);
}

function wrapAscii(line: string, columns: number): string[] {
	const lines: string[] = [];
	let start = 0;
	while (line.length - start > columns) {
		const piece = line.slice(start, start + columns + 1);
		const space = piece.lastIndexOf(' ');
		// A break inside the indentation would leave an empty line.
		const end = start + (space > 0 && piece.slice(0, space).trim() !== '' ? space : columns);
		lines.push(line.slice(start, end).trimEnd());
		start = end;
		while (line[start] === ' ') start++;
	}
	if (start < line.length) lines.push(line.slice(start));
	return lines;
}

// Closing marks belong to the word before them and never start a line.
const closing = /^[、。，．・：；？！）」』】〕〉》”’!),.:;?\]}]/;

function wrapClusters(clusters: readonly Cluster[], columns: number): string[] {
	const lines: string[] = [];
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
		lines.push(joined(clusters, start, end).trimEnd());
		start = end;
		if (start < clusters.length) while (clusters[start]?.text === ' ') start++;
	}
	return lines.length > 0 ? lines : [''];
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
