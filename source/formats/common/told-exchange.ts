/** What a document of SessionData tells of an exchange, on its way through the other formats. */
import {isFields, stringOf, textOf} from '../../adapters/fields.ts';
import type {ToldExchange} from '../../model/entry.ts';
import {dateTime} from './date-time.ts';
import {unlessEmpty} from './extras.ts';

/** Anything may stand in a document; undefined if there is nothing of it. */
export function toldExchangeFrom(
	value: unknown,
	names: {readonly startTime: string; readonly endTime: string} = {startTime: 'startTime', endTime: 'endTime'},
): ToldExchange | undefined {
	if (!isFields(value)) return undefined;
	return unlessEmpty({
		id: textOf(value.id),
		startTime: dateTime(stringOf(value[names.startTime])),
		endTime: dateTime(stringOf(value[names.endTime])),
	});
}
