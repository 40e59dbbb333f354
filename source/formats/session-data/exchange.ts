/** Where exchanges begin, and what other programs' documents tell of one that its messages do not. */
import {type Fields, stringOf, textOf} from '../../adapters/fields.ts';
import type {Entry, ToldExchange} from '../../model/entry.ts';
import {dateTime, laterOf} from '../common/date-time.ts';
import {unlessEmpty} from '../common/extras.ts';
import type {ImportedEntry} from '../import/open-format.ts';
import {isNote} from './note.ts';

/** What one agent tells another inside the file is part of the exchange it happens in. */
export function isPrompt({kind, isSidechain}: ImportedEntry): boolean {
	return kind === 'user' && !isSidechain;
}

/** A prompt does, and what began one in the document it was read from. */
export function opensExchange(entry: Entry): boolean {
	return isPrompt(entry) || (entry.exchange !== undefined && !isNote(entry));
}

export function usualId(prompts: number): string {
	return `ex_${prompts}`;
}

/** Tells the entries with which exchanges will begin what can't be told from the rest. */
export class ExchangeTeller {
	private prompts = 0;
	private isFirst = true;

	/** The entries of one exchange, in the order of the document. */
	tell({exchangeId, startTime, endTime}: Fields, entries: readonly ImportedEntry[]): void {
		const messages = entries.filter(entry => !isNote(entry));
		const [first] = messages;
		if (!first) return;
		// Of several prompts each becomes an exchange, and the last of them ends when this one did.
		const last = messages.findLast(isPrompt) ?? first;
		const whenLast = messages
			.slice(messages.indexOf(last))
			.reduce<string | undefined>((time, {timestamp}) => laterOf(time, dateTime(timestamp)), undefined);
		const start: ToldExchange = {
			id: unless(this.idOf(first), textOf(exchangeId)),
			startTime: unless(dateTime(first.timestamp), dateTime(stringOf(startTime))),
		};
		const end: ToldExchange = {endTime: unless(whenLast, dateTime(stringOf(endTime)))};
		put(first, start);
		put(last, end);
		this.prompts += messages.filter(isPrompt).length;
		this.isFirst = false;
	}

	/** As it will be written if nobody tells another. Without a prompt it is no exchange then, unless it is the first. */
	private idOf(first: ImportedEntry): string | undefined {
		if (isPrompt(first)) return usualId(this.prompts + 1);
		return this.isFirst ? usualId(0) : undefined;
	}
}

function unless(usual: string | undefined, told: string | undefined): string | undefined {
	return told === usual ? undefined : told;
}

/** They are ours: no copies. */
function put(entry: ImportedEntry, told: ToldExchange): void {
	const exchange = unlessEmpty({...entry.exchange, ...told});
	if (exchange) Object.assign(entry, {exchange});
}
