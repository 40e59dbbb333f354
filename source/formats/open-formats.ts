/** The open formats that can be read: recognized by what is in a file, read as a session of any agent is. */
import fs from 'node:fs';
import type {Adapter, SessionRef} from '../adapters/adapter.ts';
import type {DocumentPlace} from './import/find-document.ts';
import type {OpenFormat} from './import/open-format.ts';
import {openReader, recognizeDocument} from './import/open-reader.ts';
import {firstFormat} from './import/read-documents.ts';
import {sessionDataFormat} from './session-data/session-data-format.ts';
import {unifiedFormat} from './unified/unified-format.ts';
import {universalFormat} from './universal/universal-format.ts';

/** A new format is one line here. */
export const openFormats: readonly OpenFormat[] = [unifiedFormat, sessionDataFormat, universalFormat];

const readers = new Map<string, Adapter>(openFormats.map(format => [format.id, openReader(format, openFormats)]));

/** Throws on a name that is none of theirs. */
export function readerOf(format: string): Adapter {
	const reader = readers.get(format);
	if (!reader) throw new Error(`there is no format ${format}`);
	return reader;
}

/** The format a file is in, or that of the first document in it. */
export function formatOf(file: string): Promise<OpenFormat | undefined> {
	return firstFormat(openFormats, file);
}

/** `FILE`, or `FILE#ID` where a file holds several. Throws where it is of an open format and can't be read. */
export async function recognizeOpen(place: string): Promise<SessionRef | undefined> {
	const found = splitPlace(place);
	if (!found) return undefined;
	return (await formatOf(found.file)) && recognizeDocument(openFormats, found);
}

/** Names of files may have such a sign too: the longest that is a file is meant. */
function splitPlace(place: string): DocumentPlace | undefined {
	if (isFile(place)) return {file: place};
	for (let at = place.lastIndexOf('#'); at > 0; at = place.lastIndexOf('#', at - 1))
		if (isFile(place.slice(0, at))) return {file: place.slice(0, at), name: place.slice(at + 1)};
	return undefined;
}

function isFile(file: string): boolean {
	return fs.statSync(file, {throwIfNoEntry: false})?.isFile() ?? false;
}
