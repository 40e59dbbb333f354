import {copyWhole, oneBehindTheOther} from '../jsonl/copy-whole.ts';
import {type Place, RecordReader} from './record-reader.ts';
import type {Shape} from './shape.ts';
import type {Survey, SurveyedRecord} from './survey.ts';

/** The bytes of the records of a branch, one a line. What belongs to no message belongs to every branch. */
export async function* copyRecords(
	records: readonly SurveyedRecord[],
	shape: Shape,
	belongs: (index: number) => boolean,
): AsyncGenerator<Buffer> {
	const reader = new RecordReader();
	try {
		for (const {place, node} of records) {
			const index = shape.indexOf(node);
			if (index >= 0 && !belongs(index)) continue;
			yield* onOneLine(reader, place);
			yield Buffer.from('\n');
		}
	} finally {
		reader.close();
	}
}

/** Files of lines as they are; of documents only the records. */
export function copyAll({records, logs}: Survey, shape: Shape): AsyncIterable<Buffer> {
	const files = new Set(records.map(({place}) => place.path));
	const copies = [...files].map(file => {
		if (logs.has(file)) return copyWhole(file);
		const own = records.filter(({place}) => place.path === file);
		return copyRecords(own, shape, () => true);
	});
	return oneBehindTheOther(copies);
}

/** Documents are printed over many lines; a line end in JSON is never part of a value. */
function* onOneLine(reader: RecordReader, place: Place): Generator<Buffer> {
	for (const portion of reader.portions(place)) {
		if (portion.includes(0x0a))
			yield Buffer.from(portion.toString('latin1').replace(/[ \t\r]*\n[ \t\r]*/g, ''), 'latin1');
		else yield portion;
	}
}
