/** Documents of the open formats: compared with the format's own schema and rules. */
import {firstInvalidByte, invalidBytes} from '../adapters/jsonl/invalid-bytes.ts';
import {elementPlaces, type Place} from '../formats/import/element-places.ts';
import {BadDocument} from '../formats/import/open-format.ts';
import {type LinePlace, readDocuments} from '../formats/import/read-documents.ts';
import {formatOf, openFormats} from '../formats/open-formats.ts';
import {validate} from '../formats/validate.ts';
import type {Findings} from './findings.ts';

/** Returns how many documents the file holds. */
export async function checkDocument(file: string, findings: Findings): Promise<number> {
	const format = await formatOf(file);
	if (!format) return 0;
	Object.assign(findings, {agent: format.id, file, version: undefined, offset: undefined, row: undefined});
	let count = 0;
	const onBad = ({message}: BadDocument, place?: LinePlace) => {
		count++;
		findings.damage({path: file, offset: place?.offset, message});
	};
	try {
		for await (const {format, value, bytes, offset} of readDocuments(openFormats, file, {onBadLine: onBad})) {
			count++;
			findings.agent = format.id;
			const invalid = firstInvalidByte(bytes);
			if (invalid !== undefined) findings.damage({path: file, offset: offset + invalid, message: invalidBytes});
			const placeOf = placesIn(bytes);
			for (const {path, message} of await validate(format.id, value))
				findings.invalid(path, message, offset + placeOf(path));
		}
	} catch (error) {
		if (!(error instanceof BadDocument)) throw error;
		onBad(error);
	}
	return count;
}

const inList = /^\$\.(\w+)\[(\d+)\]/;

/** Where the message, the exchange or the entry of a path begins; of what is not in one, the document. */
function placesIn(bytes: Buffer): (path: string) => number {
	const lists = new Map<string, readonly Place[]>();
	return path => {
		const [, list, index] = inList.exec(path) ?? [];
		if (list === undefined) return 0;
		const places = lists.get(list) ?? elementPlaces(bytes, list);
		lists.set(list, places);
		return places[Number(index)]?.offset ?? 0;
	};
}
