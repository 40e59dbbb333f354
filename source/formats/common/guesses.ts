/** What other programs' documents do not say of a session, and can be seen from what is in them. */
import {titleFrom} from '../../adapters/titles.ts';
import type {Session} from '../../model/session.ts';
import type {ImportedRecord} from '../import/open-format.ts';
import {laterOf} from './date-time.ts';

export function guessedTitle(
	given: string | undefined,
	records: readonly ImportedRecord[],
): Pick<Session, 'title' | 'titleSource'> {
	if (given !== undefined) return {title: given, titleSource: 'generated'};
	for (const {entries} of records)
		for (const {kind, text} of entries) {
			const title = kind === 'user' ? titleFrom(text) : undefined;
			if (title !== undefined) return {title, titleSource: 'first-prompt'};
		}
	return {titleSource: 'none'};
}

export function latestTime(records: readonly ImportedRecord[]): string | undefined {
	let latest: string | undefined;
	for (const {entries} of records) for (const {timestamp} of entries) latest = laterOf(latest, timestamp);
	return latest;
}
