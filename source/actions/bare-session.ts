import type {SessionRef} from '../adapters/adapter.ts';
import type {Session} from '../model/session.ts';

/** The row of a session that can't be read any more: what finding it told. */
export function bareSession(ref: SessionRef): Session {
	const {agent, id, path, files, size, endedAt, parentId, isAgentSession, forkedFrom} = ref;
	return {agent, id, path, files, size, endedAt, parentId, isAgentSession, forkedFrom, titleSource: 'none'};
}
