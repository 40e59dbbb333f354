import {type Fields, stringOf} from '../../adapters/fields.ts';
import {BadDocument} from '../import/open-format.ts';

/** What comes after 1.x may mean anything. */
export function understandVersion(document: Fields, field: string): void {
	const version = stringOf(document[field]);
	if (version !== undefined && !/^1(?:\.|$)/.test(version))
		throw new BadDocument(`$.${field} is ${JSON.stringify(version)}; only 1.x is understood`);
}
