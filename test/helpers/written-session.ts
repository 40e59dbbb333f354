/** A session written in a format, and read back from its file. */
import fs from 'node:fs';
import path from 'node:path';
import type {BranchChoice, History} from '../../source/adapters/adapter.ts';
import {exportedFrom} from '../../source/formats/exported.ts';
import type {Writer} from '../../source/formats/format.ts';
import type {OpenFormat} from '../../source/formats/import/open-format.ts';
import {openReader, recognizeDocument} from '../../source/formats/import/open-reader.ts';

export const exportedAt = '2026-11-16T12:00:00.000Z';

export async function written(history: History, write: Writer, agentName: string, branch?: BranchChoice) {
	const pieces: Buffer[] = [];
	for await (const piece of write(exportedFrom(history, {agentName, branch, exportedAt})))
		pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces).toString('utf8');
}

let files = 0;

export async function readBack(text: string, format: OpenFormat, folder: string): Promise<History> {
	const file = path.join(folder, `${files++}.json`);
	fs.writeFileSync(file, text);
	const ref = await recognizeDocument([format], {file});
	return openReader(format, [format]).history(ref);
}
