/** What the last bytes of a file tell. */
import {type Fields, fieldsOf, isFields} from '../fields.ts';
import {tryParse} from '../jsonl/raw-record.ts';
import type {FileEnds} from '../jsonl/read-ends.ts';

const tailReaches = [8 * 1024, 512 * 1024];
const settingsBytes = 64 * 1024;

/** The time of the newest message. Those in a snapshot carry the time it was made, so they are asked last. */
export function stampAtEnd(file: FileEnds, isDocument: boolean): string | undefined {
	for (const reach of tailReaches) {
		const lines = file.tail(reach).toString('latin1').split('\n');
		const own = isDocument ? lines : lines.filter(line => !line.startsWith('{"$set"'));
		const stamp = newestStamp(own, 'timestamp') ?? newestStamp(lines, 'lastUpdated');
		if (stamp !== undefined) return stamp;
	}
	return undefined;
}

function newestStamp(lines: readonly string[], field: string): string | undefined {
	let newest = Number.NEGATIVE_INFINITY;
	for (const line of lines) {
		for (const [, stamp] of line.matchAll(new RegExp(`"${field}":\\s?"([^"]{10,40})"`, 'g'))) {
			const time = Date.parse(stamp!);
			if (time > newest) newest = time;
		}
	}
	return Number.isFinite(newest) ? new Date(newest).toISOString() : undefined;
}

/** The settings that were written last: a summary, as a rule. A document has them behind its messages. */
export function settingsAtEnd(file: FileEnds, isDocument: boolean): Fields {
	const text = file.tail(settingsBytes).toString('utf8');
	if (isDocument) {
		const fields = text.matchAll(/\n {2}"(summary|kind)": ("(?:[^"\\]|\\.)*")/g);
		return Object.fromEntries([...fields].map(([, name, value]) => [name!, tryParse(value!)?.value]));
	}
	let settings: Fields = {};
	for (const line of text.split('\n')) {
		if (!line.startsWith('{"$set":{') || line.startsWith('{"$set":{"messages"')) continue;
		const fields = fieldsOf(tryParse(line)?.value).$set;
		if (isFields(fields)) settings = {...settings, ...fields};
	}
	return settings;
}
