/** What a chat says about itself: the row in its database, and the `meta.json` that newer versions write beside it. */
import fs from 'node:fs';
import path from 'node:path';
import {type Fields, fieldsOf, isFields, isoTime, textOf} from '../fields.ts';
import type {MetaRow} from './chat-store.ts';
import {bytesOf} from './chat-store.ts';
import {isSecretName, withoutSecrets} from './secrets.ts';

/** Every chat is called so until somebody names it. */
const unnamed = 'New Agent';

export type ChatMeta = {
	readonly name?: string;
	readonly mode?: string;
	readonly model?: string;
	readonly rootId?: string;
	readonly createdAt?: string;
	/** The rows as they may be shown. */
	readonly rows: ReadonlyArray<{readonly key: string; readonly value: unknown}>;
};

export function readMeta(rows: readonly MetaRow[]): ChatMeta {
	const decoded = rows.map(({key, value}) => ({key, value: decodeValue(value)}));
	const fields = fieldsOf((decoded.find(({key, value}) => key === '0' && isFields(value)) ?? decoded[0])?.value);
	const name = textOf(fields.name);
	return {
		name: name === unnamed ? undefined : name,
		mode: textOf(fields.mode),
		model: textOf(fields.lastUsedModel),
		rootId: textOf(fields.latestRootBlobId)?.toLowerCase(),
		createdAt: timeOf(fields.createdAt),
		rows: decoded.filter(({key}) => !isSecretName(key)).map(({key, value}) => ({key, value: withoutSecrets(value)})),
	};
}

/** JSON, as a rule written in hexadecimal. What is neither is not handed on: nobody knows what is in it. */
function decodeValue(value: unknown): unknown {
	const text = bytesOf(value)?.toString('utf8').trim() ?? '';
	const json = /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

export type Sidecar = {
	readonly path: string;
	readonly size: number;
	readonly title?: string;
	readonly cwd?: string;
	readonly model?: string;
	readonly createdAt?: string;
	readonly updatedAt?: string;
	readonly isSubagent: boolean;
	/** As it may be shown. */
	readonly shown: unknown;
};

export function sidecarFile(folder: string): string {
	return path.join(folder, 'meta.json');
}

/** What discovery needs of it, and may remember. */
export type SidecarFacts = Pick<Sidecar, 'path' | 'size' | 'updatedAt' | 'isSubagent'>;

export function sidecarFacts(folder: string): SidecarFacts | undefined {
	const sidecar = readSidecar(folder);
	if (!sidecar) return undefined;
	const {path: file, size, updatedAt, isSubagent} = sidecar;
	return {path: file, size, updatedAt, isSubagent};
}

/** The `meta.json` in a chat's folder; undefined if there is none that can be read. */
export function readSidecar(folder: string): Sidecar | undefined {
	const file = sidecarFile(folder);
	let fields: Fields;
	let size: number;
	try {
		const text = fs.readFileSync(file, 'utf8');
		size = Buffer.byteLength(text);
		const value: unknown = JSON.parse(text);
		if (!isFields(value)) return undefined;
		fields = value;
	} catch {
		return undefined;
	}
	return {
		path: file,
		size,
		title: textOf(fields.title) === unnamed ? undefined : textOf(fields.title),
		cwd: textOf(fields.cwd),
		model: textOf(fields.lastUsedModel),
		createdAt: timeOf(fields.createdAtMs),
		updatedAt: timeOf(fields.updatedAtMs),
		isSubagent: fields.isSubagent === true,
		shown: withoutSecrets(fields),
	};
}

/** Some versions write the milliseconds as a string. */
function timeOf(value: unknown): string | undefined {
	const time = isoTime(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);
	return time === undefined ? undefined : new Date(time).toISOString();
}
