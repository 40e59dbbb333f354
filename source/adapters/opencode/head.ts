/** A session's header. Discovery has read nearly all of it; only a session without a name needs another look. */
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {isoTime} from '../fields.ts';
import {headerOf} from '../header-of.ts';
import {Decoder} from './decoder.ts';
import {openSource} from './open-source.ts';
import {endOf, type SessionInfo} from './session-info.ts';
import type {Source} from './source.ts';
import {Survey} from './survey.ts';
import {chooseTitle, hasTitle} from './titles.ts';

/** What discovery read of the sessions it gave out. */
const known = new WeakMap<SessionRef, SessionInfo>();

export function remember(ref: SessionRef, info: SessionInfo): SessionRef {
	known.set(ref, info);
	return ref;
}

/** How far to look for the first prompt. */
const mostMessages = 40;

export async function readHead(ref: SessionRef): Promise<Session> {
	const info = known.get(ref) ?? (await openSource(ref.path).session())?.info;
	if (!info) throw new Error('the session is no longer in its store');
	const isEnough = hasTitle(info) && info.directory !== undefined;
	return describeSession(ref, info, isEnough ? {} : await glimpse(openSource(ref.path), info));
}

/** What only the messages tell. */
export type Findings = Pick<Survey, 'firstPrompt' | 'cwd' | 'latestCwd'>;

export function describeSession(ref: SessionRef, info: SessionInfo, found: Partial<Findings>): Session {
	const cwd = info.directory ?? found.cwd;
	return {
		...headerOf(ref),
		...chooseTitle(info, found.firstPrompt),
		cwd,
		latestCwd: found.latestCwd === cwd ? undefined : found.latestCwd,
		startedAt: isoTime(info.createdAt),
		endedAt: endOf(info) ?? ref.endedAt,
		agentVersion: info.version,
		parentId: info.parentId,
		forkedFrom: ref.forkedFrom ?? info.forkedFrom,
		...(info.isArchived ? {archived: true} : undefined),
	};
}

/** The first prompt and the directory of the first answer. */
async function glimpse(source: Source, info: SessionInfo): Promise<Partial<Findings>> {
	const survey = new Survey();
	const decoder = new Decoder();
	let count = 0;
	for await (const message of source.messages({first: mostMessages})) {
		survey.observe(message, decoder.decode(message));
		const isEnough = survey.firstPrompt !== undefined && (info.directory ?? survey.cwd) !== undefined;
		if (isEnough || ++count >= mostMessages) break;
	}
	return {firstPrompt: survey.firstPrompt, cwd: survey.cwd};
}
