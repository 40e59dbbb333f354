/** SessionData, ours and other programs', as the model knows sessions. What is odd in it is told and passed over. */
import {type Fields, fieldsOf, isFields, listOf, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import {CallNames} from '../common/call-names.ts';
import {dateTime} from '../common/date-time.ts';
import {guessedTitle, latestTime} from '../common/guesses.ts';
import {type Warn, warnOfObjects, warnOfTexts} from '../common/odd-values.ts';
import {type GivenEntry, RecordList} from '../common/read-extras.ts';
import {readSessionExtras} from '../common/session-extras.ts';
import {idFrom, oddText, unknownId} from '../common/session-id.ts';
import {understandVersion} from '../common/version.ts';
import {BadDocument, type Imported, type Oddity} from '../import/open-format.ts';
import {ExchangeTeller} from './exchange.ts';
import {unknownVersion} from './provider.ts';
import {readMessage} from './read-message.ts';

export function readSessionData(document: Fields): Imported {
	understandVersion(document, 'schemaVersion');
	if (!Array.isArray(document.exchanges)) throw new BadDocument('$.exchanges is not a list');
	const provider = fieldsOf(document.provider);
	const session = fieldsOf(fieldsOf(document.exchanges[0]).metadata).session;
	const {forks, activeLeaf, ...extras} = readSessionExtras(session);
	const missing = new Set(listOf(fieldsOf(session).missing));
	const oddities: Oddity[] = oddText('$.sessionId', document.sessionId);
	const list = new RecordList();
	const calls = new CallNames();
	const teller = new ExchangeTeller();
	const warn: Warn = (path, message) => oddities.push({message: `$.${path} ${message}`});
	warnOfObjects(document, ['provider'], warn);
	warnOfTexts(document, ['createdAt', 'updatedAt', 'slug', 'workspaceRoot'], warn);
	for (const [at, exchange] of document.exchanges.entries()) {
		const before = list.records.length;
		if (isFields(exchange)) {
			readExchange(exchange, at, {list, calls, oddities});
			teller.tell(
				exchange,
				list.records.slice(before).flatMap(({entries}) => entries),
			);
		} else oddities.push({element: at, message: `$.exchanges[${at}] is not an object`});
	}
	const known = (name: string, value: unknown) => (missing.has(name) ? undefined : stringOf(value) || undefined);
	const version = known('version', provider.version);
	const isOurs = isFields(session);
	return {
		header: {
			...extras,
			agent: textOf(provider.id) ?? 'unknown',
			id: idFrom(document.sessionId) ?? unknownId,
			...(isOurs ? undefined : guessedTitle(textOf(document.slug)?.replaceAll('-', ' '), list.records)),
			cwd: known('workspaceRoot', document.workspaceRoot) ?? stringOf(fieldsOf(session).cwd),
			startedAt: known('createdAt', dateTime(stringOf(document.createdAt))),
			endedAt: dateTime(stringOf(document.updatedAt)) ?? (isOurs ? undefined : latestTime(list.records)),
			agentVersion: version === unknownVersion ? undefined : version,
		},
		records: list.records,
		forks,
		activeId: activeLeaf,
		compactions: list.compactions,
		oddities,
	};
}

type Reading = {readonly list: RecordList; readonly calls: CallNames; readonly oddities: Oddity[]};

function readExchange(exchange: Fields, element: number, {list, calls, oddities}: Reading): void {
	const notes = listOf(fieldsOf(exchange.metadata).asides).filter(isFields);
	let note = 0;
	const addNotes = (upTo: number) => {
		while (note < notes.length && (numberOf(notes[note]!.at) ?? 0) <= upTo) {
			const extras = notes[note++]!;
			list.add(element, noteFrom(extras, `exchange ${element + 1}, aside ${note}`), extras);
		}
	};
	const warn: Warn = (path, message) => oddities.push({element, message: `$.exchanges[${element}].${path} ${message}`});
	if (!Array.isArray(exchange.messages)) warn('messages', 'is not a list');
	const messages = listOf(exchange.messages);
	for (const [at, message] of messages.entries()) {
		addNotes(at);
		const fallback = `exchange ${element + 1}, message ${at + 1}`;
		if (isFields(message))
			for (const {entry, extras} of readMessage(message, {
				element,
				fallback,
				calls,
				warn: (path, odd) => warn(`messages[${at}].${path}`, odd),
			}))
				list.add(element, entry, extras);
		else warn(`messages[${at}]`, 'is not an object');
	}
	addNotes(Number.POSITIVE_INFINITY);
}

function noteFrom(fields: Fields, id: string): GivenEntry {
	return {
		id: textOf(fields.id) ?? id,
		timestamp: dateTime(stringOf(fields.timestamp)),
		kind: 'system',
		text: stringOf(fields.text) ?? '',
	};
}
