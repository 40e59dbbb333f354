import {colorNames, type Option} from './options.ts';

/** What an option takes, in a few words. */
export function takes({kind}: Option): string {
	switch (kind.is) {
		case 'boolean':
			return 'true, false';
		case 'choice':
			return kind.of.join(', ');
		case 'choices':
			return `a list of ${kind.of.join(', ')}`;
		case 'folders':
			return 'a list of directories';
		case 'patterns':
			return 'a list of regular expressions';
		case 'colors':
			return `by role one of ${colorNames.join(', ')}`;
		case 'keys':
			return 'by place and action a list of keys';
	}
}
