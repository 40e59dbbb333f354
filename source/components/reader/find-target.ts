/** From a place that a search found to where it is in the open session. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {isFileLocator, type Locator} from '../../model/locator.ts';
import type {RangesIn} from '../search/ranges.ts';
import type {Match} from '../search-source.ts';
import {marksOf} from './block-marks.ts';
import type {ReaderDocument} from './reader-document.ts';
import {recordOf} from './tail.ts';

/** The block of a match. Records may have been written anew since: then the one nearest to its place, if that is wanted. */
export function blockOfMatch(
	document: ReaderDocument,
	{entryId, locator}: Match,
	isNearEnough: boolean,
): number | undefined {
	const exact = document.indexOf(entryId) ?? document.indexOf(recordOf(entryId));
	return exact !== undefined || !isNearEnough ? exact : nearestTo(document, locator);
}

/** The block whose record lies nearest to a place; undefined where none can be compared with it. */
export function nearestTo(document: ReaderDocument, locator: Locator): number | undefined {
	let nearest: number | undefined;
	let least = Number.POSITIVE_INFINITY;
	for (let index = 0; index < document.blocks.length; index++) {
		const place = document.locatorOf(index);
		const distance = place ? distanceOf(place, locator) : Number.POSITIVE_INFINITY;
		if (distance < least) [nearest, least] = [index, distance];
	}
	return nearest;
}

function distanceOf(a: Locator, b: Locator): number {
	if (a.path !== b.path) return Number.POSITIVE_INFINITY;
	if (isFileLocator(a) && isFileLocator(b)) return Math.abs(a.offset - b.offset);
	const isSameRow = !isFileLocator(a) && !isFileLocator(b) && a.table === b.table && a.rowid === b.rowid;
	return isSameRow ? 0 : Number.POSITIVE_INFINITY;
}

/** Which hit of its block a match is: the one whose surroundings are those of the snippet, else the first. */
export function hitOfMatch(
	document: ReaderDocument,
	index: number,
	{snippet, ranges}: Match,
	rangesIn: RangesIn,
): number {
	const block = document.blocks[index]!;
	const marks = marksOf(block, rangesIn);
	const [start, end] = ranges[0] ?? [0, 0];
	const pieces = [snippet.slice(Math.max(0, start - 24), start), snippet.slice(start, end + 24)].map(pattern);
	if (end > start) {
		const around = new RegExp(`(${pieces[0]})(${pieces[1]})`, 'u');
		const texts = [
			{text: block.body.text, ranges: marks.body, first: 0},
			{text: block.result?.body.text ?? '', ranges: marks.result, first: marks.body.length},
		];
		for (const {text, ranges: hits, first} of texts) {
			const found = around.exec(text);
			const at = found ? found.index + found[1]!.length : -1;
			const hit = at < 0 ? -1 : hits.findIndex(range => range[1] > at);
			if (hit >= 0) return first + hit;
		}
	}
	return 0;
}

/** A piece of a snippet as an expression: its blanks were folded, and an ellipsis stands where it was cut. */
function pattern(piece: string): string {
	return piece
		.replaceAll('…', '')
		.toWellFormed()
		.split(/\s+/)
		.map(word => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
		.join('\\s+');
}

/** The branch that shows a record which the active one does not; undefined where the active one will do. */
export function branchOf(graph: BranchGraph, entryId: string): number | undefined {
	if (graph.isLinear) return undefined;
	const ids = new Set([entryId, recordOf(entryId)]);
	const nodes: number[] = [];
	for (let node = 0; node < graph.size; node++) if (ids.has(graph.idOf(node))) nodes.push(node);
	const shows = (branch?: number) => nodes.some(graph.membership(branch));
	if (nodes.length === 0 || shows()) return undefined;
	return graph.branches.find(({number, isActive}) => !isActive && shows(number))?.number;
}
