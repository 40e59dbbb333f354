import type {OpenFormat} from '../import/open-format.ts';
import {readUniversal, universalId} from './read-universal.ts';

const ownNames = ['id', 'version', 'source', 'project', 'model', 'timeline', 'metadata'];

export const universalFormat: OpenFormat = {
	id: 'universal',
	name: 'Universal Session Format 1.0',
	isDocument: names =>
		(names.has('timeline') || names.has('source')) && ownNames.filter(name => names.has(name)).length >= 4,
	list: 'timeline',
	idOf: universalId,
	read: readUniversal,
};
