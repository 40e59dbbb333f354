/** Looking through a whole file without parsing it. */
import type {FileEnds} from './read-ends.ts';

const blockBytes = 1024 * 1024;

/** Whether any of these stands anywhere in the file. */
export function holdsAny(file: FileEnds, marks: readonly string[]): boolean {
	const overlap = 64;
	for (let at = 0; at < file.size; at += blockBytes - overlap) {
		const block = file.read(at, blockBytes);
		if (marks.some(mark => block.includes(mark))) return true;
		if (block.length < blockBytes) return false;
	}
	return false;
}

const mostBlank = 16 * 1024;

/** A large file is not looked at: nobody writes so much of nothing. */
export function isBlank(file: FileEnds): boolean {
	return file.size <= mostBlank && file.head(mostBlank).toString('utf8').trim() === '';
}
