/** One session of the JSON tree: a file for the session, one for each message, one for each part. */
import fs from 'node:fs';
import path from 'node:path';
import type {FileLocator} from '../../model/locator.ts';
import type {Warning} from '../../model/warning.ts';
import {type Fields, fieldsOf, isFields, numberOf, stringOf} from '../fields.ts';
import {describeFileError} from '../files.ts';
import {fromLegacyMessage, isLegacyMessage} from './legacy-message.ts';
import {byTime, inOrder} from './part-order.ts';
import {namesIn} from './places.ts';
import {infoFromJson} from './session-info.ts';
import {type Message, nextTurn, onOneLine, type Part, type Source, type SourceOptions} from './source.ts';

type Warn = (warning: Warning) => void;

type JsonFile = {readonly value: unknown; readonly text: string; readonly locator: FileLocator};

/** Bytes of messages that are read once: without their parts they are short as a rule. */
const mostKept = 4 * 1024 * 1024;

export class TreeSource implements Source {
	private readonly id: string;

	constructor(private readonly file: string) {
		this.id = idOf(file);
	}

	async session(): ReturnType<Source['session']> {
		const text = fs.readFileSync(this.file, 'utf8');
		const value: unknown = JSON.parse(text);
		const locator = {path: this.file, offset: 0, length: Buffer.byteLength(text)};
		return {info: treeInfo(this.file, fieldsOf(value)), line: onOneLine(text), locator};
	}

	async *messages(options: SourceOptions = {}): AsyncGenerator<Message> {
		const {signal, onProgress, warn = () => {}, first, from = 0, to} = options;
		// The order is that of the times inside, so all messages are looked at before the first is given.
		const folder = messageFolder(this.file);
		const found: Array<{id: string; createdAt?: number; file: string; kept?: JsonFile}> = [];
		let room = mostKept;
		for (const name of firstNames(jsonNames(folder, warn), first)) {
			const file = path.join(folder, name);
			const read = readJson(file, () => {});
			const value = read?.value;
			const info = isFields(value) && isLegacyMessage(value) ? fromLegacyMessage(value).info : fieldsOf(value);
			const kept = isFields(value) && read!.locator.length < room ? read : undefined;
			room -= kept?.locator.length ?? 0;
			found.push({id: idOf(file), createdAt: numberOf(fieldsOf(info.time).created), file, kept});
			if (found.length % 100 === 0) await nextTurn();
		}
		found.sort(byTime);
		for (const [position, {id, createdAt, file, kept}] of found.slice(from, to).entries()) {
			signal?.throwIfAborted();
			const read = kept ?? readJson(file, warn);
			if (read) yield {...this.messageFrom(id, createdAt, read, warn), number: from + position};
			onProgress?.(from + position + 1, found.length);
			if (position % 20 === 19) await nextTurn();
		}
	}

	private messageFrom(id: string, createdAt: number | undefined, file: JsonFile, warn: Warn): Omit<Message, 'number'> {
		const {value, text, locator} = file;
		const folder = partFolder(this.file, id);
		const files = jsonNames(folder, warn).flatMap(name => {
			const read = readJson(path.join(folder, name), warn);
			return read ? [{...read, id: idOf(name)}] : [];
		});
		const legacy = isFields(value) && isLegacyMessage(value) ? fromLegacyMessage(value) : undefined;
		const inside = (legacy?.parts ?? []).map((data, index): Part => ({id: `${id}#${index}`, data, locator}));
		const parts = inOrder(files.map((part): Part => ({id: part.id, data: part.value, locator: part.locator})));
		const textOf = new Map(files.map(part => [part.id, part.text]));
		return {
			id,
			createdAt,
			info: legacy?.info ?? (isFields(value) ? value : text),
			parts: [...inside, ...parts],
			locator,
			bytes: locator.length + files.reduce((sum, part) => sum + part.locator.length, 0),
			raw: () => [
				{line: onOneLine(text)},
				...parts.map(part => ({line: onOneLine(textOf.get(part.id)!), part: part.id})),
			],
		};
	}
}

/** Files were moved between projects without a change inside: their names and places are what holds. */
export function treeInfo(file: string, value: Fields) {
	const info = infoFromJson(value, idOf(file));
	return isOldest(file) ? info : {...info, projectId: path.basename(path.dirname(file))};
}

/** `storage/session/<project>/<session>.json`, or `…/session/info/<session>.json` in mid-2025. */
export function isTreeFile(file: string): boolean {
	return file.endsWith('.json') && (isOldest(file) || path.basename(path.join(file, '..', '..')) === 'session');
}

export function messageFolder(file: string): string {
	return path.join(baseOf(file), 'message', idOf(file));
}

export function partFolder(file: string, message: string): string {
	return isOldest(file)
		? path.join(baseOf(file), 'part', idOf(file), message)
		: path.join(baseOf(file), 'part', message);
}

function baseOf(file: string): string {
	return isOldest(file) ? path.join(file, '..', '..') : path.join(file, '..', '..', '..');
}

function isOldest(file: string): boolean {
	return path.basename(path.dirname(file)) === 'info';
}

function idOf(file: string): string {
	return path.basename(file, '.json');
}

function jsonNames(folder: string, warn: Warn): string[] {
	return namesIn(folder, message => warn({path: folder, message})).filter(name => name.endsWith('.json'));
}

/** Ids tell well enough which messages are the first ones, though not their order. */
function firstNames(names: readonly string[], count?: number): readonly string[] {
	if (count === undefined) return names;
	return inOrder(names.map(name => ({id: name})))
		.slice(0, count)
		.map(({id}) => id);
}

/** A file of the tree; its bare text where that is no JSON. */
function readJson(file: string, warn: Warn): JsonFile | undefined {
	let text: string;
	try {
		if (!fs.statSync(file).isFile()) return undefined;
		text = fs.readFileSync(file, 'utf8');
	} catch (error) {
		warn({path: file, message: describeFileError(error)});
		return undefined;
	}
	const locator = {path: file, offset: 0, length: Buffer.byteLength(text)};
	try {
		return {value: JSON.parse(text), text, locator};
	} catch (error) {
		warn({path: file, offset: 0, message: `it is not JSON: ${stringOf((error as Error).message)}`});
		return {value: text, text, locator};
	}
}
