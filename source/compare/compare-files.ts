import {createTwoFilesPatch} from 'diff';
import type {OutcomeFile} from './outcome.ts';

export type FileStatus = 'same' | 'changed' | 'only_left' | 'only_right' | 'partial';

/** One file as the two sides leave it. */
export type FileComparison = {
	readonly path: string;
	readonly status: FileStatus;
	/**
	 * A unified diff from the left file to the right one; of one that is known in
	 * pieces only, what each side changed, or both. Empty for files that are the same and known.
	 */
	readonly patch: string;
};

/** More lines apart than this, a diff of two files is no help, and takes long. */
const mostChanges = 5000;

export function compareFiles(
	left: ReadonlyMap<string, OutcomeFile>,
	right: ReadonlyMap<string, OutcomeFile>,
): FileComparison[] {
	const paths = [...new Set([...left.keys(), ...right.keys()])].sort();
	return paths.map(path => compareFile(path, left.get(path), right.get(path)));
}

function compareFile(path: string, left: OutcomeFile | undefined, right: OutcomeFile | undefined): FileComparison {
	const isKnown = (file: OutcomeFile | undefined) =>
		!file || file.isDeleted || (file.text !== undefined && file.pieces.length === 0);
	if (!isKnown(left) || !isKnown(right)) {
		const isSame = isSameChange(left, right);
		const pieces = isSame
			? piecesPatch(path, left, 'both')
			: piecesPatch(path, left, 'left') + piecesPatch(path, right, 'right');
		return {path, status: isSame ? 'same' : 'partial', patch: pieces};
	}
	const status = !left ? 'only_right' : !right ? 'only_left' : left.text === right.text ? 'same' : 'changed';
	return {path, status, patch: status === 'same' ? '' : patchOf(path, left?.text, right?.text)};
}

/** Of files that are known in pieces only: the same pieces make the same change of whatever was there. */
function isSameChange(left: OutcomeFile | undefined, right: OutcomeFile | undefined): boolean {
	if (!left || !right || left.text !== right.text) return false;
	return JSON.stringify(left.pieces) === JSON.stringify(right.pieces);
}

function patchOf(path: string, before: string | undefined, after: string | undefined): string {
	const [from, to] = [
		before === undefined ? '/dev/null' : `a/${path}`,
		after === undefined ? '/dev/null' : `b/${path}`,
	];
	return (
		createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, {maxEditLength: mostChanges}) ??
		`--- ${from}\n+++ ${to}\n`
	);
}

function piecesPatch(path: string, file: OutcomeFile | undefined, side: 'left' | 'right' | 'both'): string {
	const pieces = (file?.pieces ?? []).map(
		({before, after}) =>
			createTwoFilesPatch(`a/${path}`, `${side}/${path}`, before, after, undefined, undefined, {
				maxEditLength: mostChanges,
			}) ?? '',
	);
	// A piece ends where it was cut, which says nothing about the end of the file.
	return pieces.join('').replace(/^\\ No newline at end of file\n/gm, '');
}
