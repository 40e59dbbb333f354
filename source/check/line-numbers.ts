import {readChunks} from '../adapters/jsonl/read-chunks.ts';
import type {FirstPlace} from './findings.ts';

const newline = 0x0a;

/** Only what was found needs a line to be called by: the files are read again as far as the last of them. */
export async function addLineNumbers(places: readonly FirstPlace[]): Promise<void> {
	const byFile = new Map<string, FirstPlace[]>();
	for (const place of places) {
		if (place.offset === undefined || place.row !== undefined) continue;
		byFile.set(place.file, [...(byFile.get(place.file) ?? []), place]);
	}
	for (const [file, own] of byFile) {
		try {
			await countLines(
				file,
				own.sort((a, b) => a.offset! - b.offset!),
			);
		} catch {
			// It went away since: then there are only offsets.
		}
	}
}

async function countLines(file: string, places: readonly FirstPlace[]): Promise<void> {
	let next = 0;
	let line = 1;
	let start = 0;
	const end = places.at(-1)!.offset!;
	for await (const chunk of readChunks(file, {end})) {
		for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
			while (next < places.length && places[next]!.offset! <= start + at) places[next++]!.line = line;
			line++;
		}
		start += chunk.length;
	}
	while (next < places.length) places[next++]!.line = line;
}
