/**
 * SessionData 1.0. One exchange a prompt; what comes before the first prompt is `ex_0`. A message is written as soon as
 * it is complete: a call waits for its result until the exchange ends, and nothing else is kept.
 */
import type {Entry, ToldExchange} from '../../model/entry.ts';
import {dateTime, laterOf, unknownTime} from '../common/date-time.ts';
import {extrasWriter} from '../common/extras.ts';
import {jsonText} from '../common/json-text.ts';
import {sessionExtras} from '../common/session-extras.ts';
import {toldEntries} from '../common/told-entries.ts';
import type {Exported, Writer} from '../format.ts';
import {isPrompt, opensExchange, usualId} from './exchange.ts';
import {ExchangeQueue, type Waiting} from './exchange-queue.ts';
import {messageOf} from './message.ts';
import {isNote, type Note, noteOf} from './note.ts';
import {providerOf, unknownVersion} from './provider.ts';
import {slugOf} from './slug.ts';
import {isWorkspaceRoot} from './workspace-root.ts';

/** One message a line. */
export const writeSessionData: Writer = exported => write(exported, '\n');

/** All of it on one line. */
export const writeSessionDataLine: Writer = exported => write(exported, '');

async function* write(exported: Exported, lineBreak: string): AsyncGenerator<string> {
	const extrasOf = extrasWriter(exported);
	const {header, missing, cwd} = headerOf(exported);
	const queue = new ExchangeQueue();
	const unknown = {cwd, missing: missing.length > 0 ? missing : undefined};
	const session = {...sessionExtras(exported, {git: false, model: false}), ...unknown};
	let exchanges = 0;
	let prompts = 0;
	let messages = 0;
	let endTime: string | undefined;
	let told: ToldExchange | undefined;
	let notes: Note[] = [];
	const free = uniqueNames();

	function* opened(first?: Entry): Generator<string> {
		if (first && isPrompt(first)) prompts++;
		told = first?.exchange;
		const head = {
			exchangeId: free(told?.id ?? usualId(prompts)),
			startTime: told?.startTime ?? dateTime(first?.timestamp),
		};
		yield `${exchanges > 0 ? ',' : ''}${lineBreak}${JSON.stringify(head).slice(0, -1)},"messages":[`;
		exchanges++;
	}

	function* written({entry, result}: Waiting): Generator<string> {
		if (isNote(entry)) {
			notes.push(noteOf(entry, messages, extrasOf));
			return;
		}
		if (messages === 0) yield* opened(entry);
		for (const each of [entry, result]) endTime = laterOf(endTime, dateTime(each?.timestamp));
		yield `${messages++ > 0 ? ',' : ''}${lineBreak}${jsonText(messageOf(entry, result, extrasOf))}`;
	}

	function* closed(): Generator<string> {
		for (const each of queue.takeAll()) yield* written(each);
		if (messages === 0 && notes.length === 0) return;
		if (messages === 0) yield* opened();
		const asides = notes.length > 0 ? notes : undefined;
		const metadata = exchanges === 1 ? {session, asides} : asides && {asides};
		const tail = JSON.stringify({endTime: told?.endTime ?? endTime, metadata}).slice(1);
		yield `${messages > 0 ? lineBreak : ''}]${tail === '}' ? '' : ','}${tail}`;
		[messages, endTime, notes] = [0, undefined, []];
	}

	yield `${JSON.stringify(header).slice(0, -1)},"exchanges":[`;
	for await (const entry of toldEntries(exported)) {
		if (opensExchange(entry) && (messages > 0 || queue.hasMessages)) yield* closed();
		queue.add(entry);
		for (const each of queue.takeComplete()) yield* written(each);
	}
	yield* closed();
	yield `${exchanges > 0 ? lineBreak : ''}]}\n`;
}

/** What a document tells may be what we say ourselves elsewhere, and the format wants ids to be unique. */
function uniqueNames(): (name: string) => string {
	const taken = new Set<string>();
	return name => {
		let own = name;
		for (let number = 2; taken.has(own); number++) own = `${name}~${number}`;
		taken.add(own);
		return own;
	};
}

/** With the names of what the format demands and nobody knows, and the folder where the format does not take it. */
function headerOf({session, agentName}: Exported) {
	const startedAt = dateTime(session.startedAt);
	const endedAt = dateTime(session.endedAt);
	const provider = providerOf(session, agentName);
	const {cwd = ''} = session;
	const isRoot = isWorkspaceRoot(cwd);
	const header = {
		schemaVersion: '1.0',
		provider,
		sessionId: session.id,
		createdAt: startedAt ?? endedAt ?? unknownTime,
		updatedAt: endedAt,
		slug: slugOf(session.title),
		workspaceRoot: isRoot ? cwd : '/',
	};
	const missing = [
		...(startedAt === undefined ? ['createdAt'] : []),
		...(isRoot ? [] : ['workspaceRoot']),
		...(provider.version === unknownVersion ? ['version'] : []),
	];
	return {header, missing, cwd: isRoot || cwd === '' ? undefined : cwd};
}
