/** One session in one document: what `opencode export` prints, of either engine. */
import fs from 'node:fs';
import type {FileLocator} from '../../model/locator.ts';
import {type Fields, fieldsOf, isFields, listOf, numberOf, textOf} from '../fields.ts';
import {byTime} from './part-order.ts';
import {infoFromJson} from './session-info.ts';
import {type Message, nextTurn, onOneLine, type Part, type Source, type SourceOptions} from './source.ts';
import {type Cut, splitExport} from './split-export.ts';
import {fromSecondEngine} from './v2-message.ts';

type Place = {readonly id: string; readonly createdAt?: number; readonly offset: number; readonly length: number};

export class ExportSource implements Source {
	constructor(private readonly file: string) {}

	async session(): ReturnType<Source['session']> {
		for await (const {key, text, offset, length} of splitExport(this.file)) {
			if (key !== 'info') continue;
			const value = parse(text);
			if (!isFields(value)) return undefined;
			return {info: infoFromJson(value), line: onOneLine(text), locator: {path: this.file, offset, length}};
		}
		return undefined;
	}

	async *messages(options: SourceOptions = {}): AsyncGenerator<Message> {
		const places = (await this.listMessages(options)).slice(options.from, options.to);
		const fd = fs.openSync(this.file, 'r');
		try {
			for (const [position, place] of places.entries()) {
				options.signal?.throwIfAborted();
				const bytes = Buffer.alloc(place.length);
				fs.readSync(fd, bytes, 0, bytes.length, place.offset);
				yield {...this.messageFrom(place, bytes.toString('utf8')), number: (options.from ?? 0) + position};
				options.onProgress?.(position + 1, places.length);
				if (position % 50 === 49) await nextTurn();
			}
		} finally {
			fs.closeSync(fd);
		}
	}

	/** Versions until August 2026 exported in the order of the ids, which is not always that of time. */
	private async listMessages({signal, warn}: SourceOptions): Promise<Place[]> {
		const places: Place[] = [];
		for await (const cut of splitExport(this.file, {signal, warn})) {
			if (cut.key !== 'messages') continue;
			const value = fieldsOf(parse(cut.text));
			const info = isFields(value.info) ? value.info : value;
			const {offset, length} = cut;
			places.push({id: textOf(info.id) ?? `@${offset}`, createdAt: timeOf(info), offset, length});
			if (!('info' in value) && !('type' in value))
				warn?.({path: this.file, offset, message: 'it is not a message of OpenCode'});
		}
		return places.sort(byTime);
	}

	private messageFrom(place: Place, text: string): Omit<Message, 'number'> {
		const {id, createdAt, offset, length} = place;
		const locator: FileLocator = {path: this.file, offset, length};
		const value = parse(text);
		const common = {createdAt, bytes: length, raw: () => [{line: onOneLine(text)}]};
		if (!isFields(value)) return {id, info: text, parts: [], locator, ...common};
		if (!isFields(value.info)) {
			const converted = fromSecondEngine(id, typeof value.type === 'string' ? value : text, locator);
			return {...converted, ...common};
		}
		const parts = listOf(value.parts).map(
			(data, index): Part => ({id: textOf(fieldsOf(data).id) ?? `${id}#${index}`, data, locator}),
		);
		return {id, info: value.info, parts, locator, ...common};
	}
}

function timeOf(info: Fields): number | undefined {
	return numberOf(fieldsOf(info.time).created);
}

function parse(text: Cut['text']): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
