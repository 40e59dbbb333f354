import {idFrom} from '../common/session-id.ts';
import type {OpenFormat} from '../import/open-format.ts';
import {readSessionData} from './read-session-data.ts';

const ownNames = ['schemaVersion', 'provider', 'sessionId', 'createdAt', 'workspaceRoot', 'exchanges'];

export const sessionDataFormat: OpenFormat = {
	id: 'session-data',
	name: 'SessionData 1.0',
	isDocument: names => ownNames.filter(name => names.has(name)).length >= 3,
	list: 'exchanges',
	idOf: ({sessionId}) => idFrom(sessionId),
	read: readSessionData,
};
