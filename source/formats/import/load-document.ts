/** A document from its file, understood, with the place of each record. */

import {firstInvalidByte, invalidBytes} from '../../adapters/jsonl/invalid-bytes.ts';
import type {Entry} from '../../model/entry.ts';
import type {FileLocator} from '../../model/locator.ts';
import type {Warning} from '../../model/warning.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {elementPlaces, type Place} from './element-places.ts';
import {type DocumentPlace, type FoundDocument, findDocument} from './find-document.ts';
import {BadElement} from './lazy-document.ts';
import {BadDocument, type Imported, type OpenFormat} from './open-format.ts';

export type Loaded = {
	readonly format: OpenFormat;
	readonly imported: Imported;
	/** Of each record. */
	readonly entries: ReadonlyArray<readonly Entry[]>;
	/** Of each element of its list, in the file. */
	readonly places: readonly Place[];
	readonly size: number;
	/** What follows the `#` where there are others in the file; absent where there are none. */
	readonly name?: string;
	/** Its line, in a file of lines. */
	readonly line?: number;
	readonly warnings: readonly Warning[];
};

/** The header, the preview and the session itself are asked for one after the other: read once, while there is room. */
let latest: {readonly key: string; readonly loaded: WeakRef<Loaded>} | undefined;

export async function loadDocument(
	formats: readonly OpenFormat[],
	place: DocumentPlace,
	stamp: string,
): Promise<Loaded> {
	const key = `${place.file}\n${stamp}`;
	const known = latest?.key === key ? latest.loaded.deref() : undefined;
	if (known && (known.name ?? (place.name && known.imported.header.id)) === place.name) return known;
	const found = await findDocument(formats, place);
	const loaded = await understand(place.file, found);
	latest = {key, loaded: new WeakRef(loaded)};
	return loaded;
}

const longestAgent = 40;

/** An agent's name is printed as it is and must be one; all others are our own. */
function withSafeAgent(imported: Imported): Imported {
	const {header} = imported;
	const agent = sanitizeLine(header.agent).trim().slice(0, longestAgent);
	return agent === header.agent ? imported : {...imported, header: {...header, agent: agent || 'unknown'}};
}

async function understand(file: string, {document, name, warnings}: FoundDocument): Promise<Loaded> {
	const {format, value, bytes, offset, line} = document;
	let imported: Imported;
	try {
		imported = withSafeAgent(format.read(value));
	} catch (error) {
		if (error instanceof BadElement) throw new BadDocument(`it is not JSON: ${await faultIn(bytes, error, line)}`);
		if (error instanceof BadDocument && line !== undefined && name !== undefined)
			throw new BadDocument(`line ${line}: ${error.message}`);
		throw error;
	}
	const places = elementPlaces(bytes, format.list).map(place => ({...place, offset: place.offset + offset}));
	const locatorOf = (element: number): FileLocator => ({
		path: file,
		...(places[element] ?? {offset, length: bytes.length}),
	});
	const invalid = firstInvalidByte(bytes);
	return {
		format,
		imported,
		places,
		size: bytes.length,
		name,
		line,
		entries: imported.records.map(({element, entries}) => {
			const locator = locatorOf(element);
			// They are ours, and there may be hundreds of thousands of them: no copies.
			return entries.map(entry => Object.assign(entry, {locator}));
		}),
		warnings: [
			...warnings,
			...(invalid === undefined ? [] : [{path: file, offset: offset + invalid, message: invalidBytes}]),
			...(imported.oddities ?? []).map(({element, message}) => ({
				path: file,
				...(element === undefined ? undefined : {offset: locatorOf(element).offset}),
				message,
			})),
		],
	};
}

async function faultIn(bytes: Buffer, error: BadElement, line = 1): Promise<string> {
	const {describeFault} = await import('./json-fault.ts');
	const {offset, length} = error.place;
	const lineStart = bytes.lastIndexOf(0x0a, offset) + 1;
	let lines = 0;
	for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1)) lines++;
	const column = bytes.toString('utf8', lineStart, offset).length + 1;
	return describeFault(bytes.toString('utf8', offset, offset + length), error, {line: line + lines, column});
}
