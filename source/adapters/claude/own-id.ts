/** The id of a session whose file was given by its path: in a store its name, elsewhere people give files other names. */
import {fieldsOf, textOf} from '../fields.ts';
import {FileEnds} from '../jsonl/read-ends.ts';
import {isInStore, stemOf} from './places.ts';
import {isRequestCopy} from './records.ts';
import type {Sniffed} from './sniff.ts';

const endBytes = 64 * 1024;
const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function ownId(file: string, {sessionId, isSidechain}: Sniffed): string {
	const name = stemOf(file);
	// A sub-agent's records name the session that started it.
	if (isInStore(file) || isId.test(name) || isSidechain || sessionId === undefined) return name;
	return latestSession(file) ?? sessionId;
}

/** Older versions went on in a new file with what another session had said before. */
function latestSession(file: string): string | undefined {
	const ends = new FileEnds(file);
	let latest: string | undefined;
	try {
		for (const {value} of ends.tailRecords(endBytes, isRequestCopy))
			latest = textOf(fieldsOf(value).sessionId) ?? latest;
	} finally {
		ends.close();
	}
	return latest;
}
