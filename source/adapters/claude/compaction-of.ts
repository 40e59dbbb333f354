import type {Compaction} from '../adapter.ts';
import {type Fields, fieldsOf, isoTime, numberOf, textOf} from '../fields.ts';

/** Where the conversation was compacted. */
export function isBoundary(record: Fields): boolean {
	return record.type === 'system' && record.subtype === 'compact_boundary';
}

export function compactionOf(record: Fields, id: string): Compaction {
	const metadata = fieldsOf(record.compactMetadata);
	return {
		id,
		timestamp: isoTime(record.timestamp),
		trigger: textOf(metadata.trigger),
		tokensBefore: numberOf(metadata.preTokens),
		tokensAfter: numberOf(metadata.postTokens),
	};
}
