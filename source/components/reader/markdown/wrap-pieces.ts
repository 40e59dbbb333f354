/** Wraps what is made of pieces as `wrap` wraps a plain text: the pieces keep their roles and places. */
import {type Cluster, clustersOf, isAscii, simpleWidth} from '../../../text/clusters.ts';
import {widthOf} from '../../../text/width.ts';
import {breakAscii, breakClusters, type Pieces} from '../../../text/wrap.ts';
import type {Line, Span} from '../../theme.ts';

const tabStop = 4;

/** One line of a text as lines of at most so many columns, broken at spaces where there are any. */
export function wrapPieces(line: Line, columns: number): Line[] {
	return broken(line, Math.max(1, columns), breakAscii, breakClusters);
}

/** The same for code: broken wherever the line is full, so that no blank is lost. */
export function chopPieces(line: Line, columns: number): Line[] {
	return broken(line, Math.max(1, columns), chopAscii, chopClusters);
}

export function piecesText(line: Line): string {
	return line.length === 1 ? line[0]!.text : line.map(({text}) => text).join('');
}

export function piecesWidth(line: Line): number {
	return widthOf(piecesText(expandedTabs(line)));
}

/** A part of a piece, which knows where it stands. */
export function slicePiece(span: Span, from: number, to = span.text.length): Span {
	if (from === 0 && to === span.text.length) return span;
	const text = span.text.slice(from, to);
	return span.at === undefined ? {...span, text} : {...span, text, at: span.at + from};
}

function broken(
	line: Line,
	columns: number,
	ascii: (text: string, columns: number) => Pieces,
	others: (clusters: readonly Cluster[], columns: number) => Pieces,
): Line[] {
	const pieces = trimmedEnd(expandedTabs(line));
	const text = piecesText(pieces);
	if (isAscii(text)) return text.length <= columns ? [pieces] : slices(pieces, ascii(text, columns));
	const width = simpleWidth(text);
	if (width !== undefined && width <= columns) return [pieces];
	return clusterSlices(pieces, text, columns, others);
}

/** Tabs reach to the next tab stop; of the blanks only the first has a place. */
function expandedTabs(line: Line): Line {
	if (!line.some(({text}) => text.includes('\t'))) return line;
	const spans: Span[] = [];
	let column = 0;
	for (const span of line) {
		let start = 0;
		for (let tab = span.text.indexOf('\t'); tab >= 0; tab = span.text.indexOf('\t', start)) {
			if (tab > start) spans.push(slicePiece(span, start, tab));
			column += widthOf(span.text.slice(start, tab));
			const blanks = tabStop - (column % tabStop);
			spans.push({...slicePiece(span, tab, tab + 1), text: ' '});
			if (blanks > 1) spans.push({text: ' '.repeat(blanks - 1), role: span.role});
			column += blanks;
			start = tab + 1;
		}
		if (start < span.text.length) spans.push(slicePiece(span, start));
		column += widthOf(span.text.slice(start));
	}
	return spans;
}

function trimmedEnd(line: Line): Line {
	let end = line.length;
	while (end > 0 && line[end - 1]!.text.trimEnd() === '') end--;
	const last = line[end - 1];
	if (!last) return [];
	const kept = slicePiece(last, 0, last.text.trimEnd().length);
	return end === line.length && kept === last ? line : [...line.slice(0, end - 1), kept];
}

function slices(line: Line, places: Pieces): Line[] {
	let at = 0;
	let offset = 0;
	return places.map(([start, end]) => {
		const spans: Span[] = [];
		while (at < line.length) {
			const span = line[at]!;
			const from = Math.max(0, start - offset);
			const to = Math.min(span.text.length, end - offset);
			if (from < to) spans.push(slicePiece(span, from, to));
			if (offset + span.text.length > end) break;
			offset += span.text.length;
			at++;
		}
		return spans;
	});
}

/** By clusters, because what has no width is left out of them. One that reaches into the next piece is of the first. */
function clusterSlices(
	line: Line,
	text: string,
	columns: number,
	breakLine: (clusters: readonly Cluster[], columns: number) => Pieces,
): Line[] {
	const clusters = clustersOf(text);
	const places = placesOf(clusters, text);
	let at = 0;
	let offset = 0;
	const lines = breakLine(clusters, columns).map(([start, end]) => {
		const spans: Span[] = [];
		for (let first = start; first < end; ) {
			const from = places[first]!;
			while (from >= offset + line[at]!.text.length) offset += line[at++]!.text.length;
			const pieceEnd = offset + line[at]!.text.length;
			let next = first + 1;
			let to = from + clusters[first]!.text.length;
			while (next < end && places[next] === to && to < pieceEnd) to += clusters[next++]!.text.length;
			spans.push({...slicePiece(line[at]!, from - offset), text: text.slice(from, to)});
			first = next;
		}
		return spans;
	});
	return lines.length > 0 ? lines : [[]];
}

function placesOf(clusters: readonly Cluster[], text: string): number[] {
	let end = 0;
	return clusters.map(cluster => {
		const place = text.indexOf(cluster.text, end);
		end = place + cluster.text.length;
		return place;
	});
}

function chopAscii(text: string, columns: number): Pieces {
	const places: Array<[number, number]> = [];
	for (let start = 0; start < text.length; start += columns)
		places.push([start, Math.min(text.length, start + columns)]);
	return places;
}

function chopClusters(clusters: readonly Cluster[], columns: number): Pieces {
	const places: Array<[number, number]> = [];
	let start = 0;
	let used = 0;
	for (const [at, {width}] of clusters.entries()) {
		if (used + width > columns && at > start) {
			places.push([start, at]);
			[start, used] = [at, 0];
		}
		used += width;
	}
	if (start < clusters.length) places.push([start, clusters.length]);
	return places;
}
