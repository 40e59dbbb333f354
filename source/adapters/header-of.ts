import type {Session} from '../model/session.ts';
import type {SessionRef} from './adapter.ts';

/** What finding a session tells of it: the beginning of every header. */
export function headerOf(ref: SessionRef) {
	const {agent, id, path, files, size, parentId, isAgentSession, forkedFrom} = ref;
	return {agent, id, path, files, size, parentId, isAgentSession, forkedFrom} satisfies Partial<Session>;
}
