/** A document from its file, understood, with the place of each record. */

import type {Entry} from '../../model/entry.ts';
import type {FileLocator} from '../../model/locator.ts';
import type {Warning} from '../../model/warning.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {elementPlaces, type Place} from './element-places.ts';
import {BadElement} from './lazy-document.ts';
import {BadDocument, type Imported, type OpenFormat, SeveralDocuments} from './open-format.ts';
import {type Document, readDocuments} from './read-documents.ts';

export type Loaded = {
	readonly imported: Imported;
	/** Of each record. */
	readonly entries: ReadonlyArray<readonly Entry[]>;
	/** Of each element of its list, in the file. */
	readonly places: readonly Place[];
	readonly size: number;
	/** There is no other session in the file. */
	readonly isAlone: boolean;
	readonly warnings: readonly Warning[];
};

/** The header, the preview and the session itself are asked for one after the other: read once, while there is room. */
let latest: {readonly key: string; readonly loaded: WeakRef<Loaded>} | undefined;

export async function loadDocument(
	format: OpenFormat,
	{file, id}: {readonly file: string; readonly id?: string},
	stamp: string,
): Promise<Loaded> {
	const key = `${format.id}\n${file}\n${stamp}`;
	const known = latest?.key === key ? latest.loaded.deref() : undefined;
	if (known && (id === undefined ? known.isAlone : known.imported.header.id === id)) return known;
	const found = id === undefined ? undefined : await findExactly(format, file, id);
	const {document, isAlone, warnings} = found ?? (await findDocument(format, file, id));
	const loaded = await understand(format, file, document, {isAlone, warnings});
	latest = {key, loaded: new WeakRef(loaded)};
	return loaded;
}

type Found = {readonly document: Document; readonly isAlone: boolean; readonly warnings: readonly Warning[]};

const mostNamed = 12;
const longestAgent = 40;

/** Of several documents only those are parsed that hold the id. */
async function findExactly(format: OpenFormat, file: string, id: string): Promise<Found | undefined> {
	const warnings: Warning[] = [];
	let found: Document | undefined;
	let others = 0;
	const onPassedOver = () => {
		others++;
	};
	const holding = JSON.stringify(id).slice(1, -1);
	const onBadLine = warnOf(file, warnings);
	for await (const document of readDocuments(file, {list: format.list, holding, onPassedOver, onBadLine})) {
		if (!found && format.idOf(document.value) === id) found = document;
		else others++;
	}
	return found && {document: found, isAlone: others + warnings.length === 0, warnings: warnings.slice(0, mostNamed)};
}

function warnOf(file: string, warnings: Warning[]): (error: BadDocument, line: number) => void {
	return ({message}, line) => warnings.push({path: file, message: `line ${line} was passed over: ${message}`});
}

async function findDocument(format: OpenFormat, file: string, id: string | undefined): Promise<Found> {
	const warnings: Warning[] = [];
	const others: string[] = [];
	let found: Document | undefined;
	/** Of those whose id only begins so, two are enough to know that it is not clear which one is meant. */
	const likely: Document[] = [];
	let lines = 0;
	let isNameless = false;
	for await (const document of readDocuments(file, {onBadLine: warnOf(file, warnings), list: format.list})) {
		lines++;
		const own = format.idOf(document.value);
		if (id === undefined || own === id || (own === undefined && !found)) found ??= document;
		else if (id && own?.startsWith(id) && likely.length < 2) likely.push(document);
		isNameless ||= own === undefined;
		if (own !== id) others.push(own ?? `line ${document.line}`);
	}
	if (likely.length === 1) found ??= likely[0];
	if (!found && others.length === 0 && warnings[0]) throw new BadDocument(warnings[0].message);
	if (!found && id !== undefined) {
		const why = likely.length > 1 ? `several sessions in it begin with ${id}` : `no session in it has the id ${id}`;
		throw new BadDocument(why + named(others));
	}
	if (!found) throw new BadDocument('there is no document in it');
	if (id === undefined && others.length > 1)
		throw new SeveralDocuments(
			`it holds ${others.length} sessions; add #ID to its name, with the id of one${named(others)}`,
			!isNameless && new Set(others).size === others.length ? others : undefined,
			warnings.slice(0, mostNamed),
		);
	return {document: found, isAlone: lines + warnings.length === 1, warnings: warnings.slice(0, mostNamed)};
}

function named(ids: readonly string[]): string {
	const rest = ids.length > mostNamed ? ', …' : '';
	return ids.length === 0 ? '' : `: ${ids.slice(0, mostNamed).join(', ')}${rest}`;
}

/** An agent's name is printed as it is and must be one; all others are our own. */
function withSafeAgent(imported: Imported): Imported {
	const {header} = imported;
	const agent = sanitizeLine(header.agent).trim().slice(0, longestAgent);
	return agent === header.agent ? imported : {...imported, header: {...header, agent: agent || 'unknown'}};
}

async function understand(
	format: OpenFormat,
	file: string,
	{value, bytes, offset, line}: Document,
	{isAlone, warnings}: Pick<Found, 'isAlone' | 'warnings'>,
): Promise<Loaded> {
	let imported: Imported;
	try {
		imported = withSafeAgent(format.read(value));
	} catch (error) {
		if (error instanceof BadElement) throw new BadDocument(`it is not JSON: ${await faultIn(bytes, error, line)}`);
		if (error instanceof BadDocument && line !== undefined && !isAlone)
			throw new BadDocument(`line ${line}: ${error.message}`);
		throw error;
	}
	const places = elementPlaces(bytes, format.list).map(place => ({...place, offset: place.offset + offset}));
	const locatorOf = (element: number): FileLocator => ({
		path: file,
		...(places[element] ?? {offset, length: bytes.length}),
	});
	return {
		imported,
		places,
		size: bytes.length,
		isAlone,
		entries: imported.records.map(({element, entries}) => {
			const locator = locatorOf(element);
			// They are ours, and there may be hundreds of thousands of them: no copies.
			return entries.map(entry => Object.assign(entry, {locator}));
		}),
		warnings: [
			...warnings,
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
