import type {SessionRef} from '../adapters/adapter.ts';
import {headerOf} from '../adapters/header-of.ts';
import type {Session} from '../model/session.ts';

/** The row of a session that can't be read any more: what finding it told. */
export function bareSession(ref: SessionRef): Session {
	return {...headerOf(ref), endedAt: ref.endedAt, titleSource: 'none'};
}
