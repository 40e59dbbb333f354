import type {KeyState, Place} from '../keymap/binding.ts';
import {keyHints} from '../keymap/key-help.ts';
import {widthOf} from '../text/width.ts';
import {cutLine} from './line-tools.ts';
import type {Line} from './theme.ts';

/** The few keys that matter here, as many as fit; or what there is to say, however long: the frame finds room for it. */
export function footerLine(place: Place, message: string, columns: number, state?: KeyState): Line {
	if (message !== '') return [{text: ' '}, {text: message, role: 'tool'}];
	const hints = keyHints(place, state);
	// The last two lead out and to the list of all keys, so they are the last to go.
	while (hints.length > 1 && widthOfHints(hints) > columns) hints.splice(hints.length > 2 ? -3 : -2, 1);
	const line = hints.flatMap(
		({keys, help}, at): Line => [
			{text: at === 0 ? ' ' : '   '},
			{text: keys, role: 'key'},
			{text: ` ${help}`, role: 'dim'},
		],
	);
	return cutLine(line, columns);
}

/** A question, and the keys that answer it. */
export function questionLine(question: string, columns: number): Line {
	const [, ...hints] = footerLine('confirm', '', columns);
	return [{text: ` ${question}`, role: 'tool'}, {text: '   '}, ...hints];
}

function widthOfHints(hints: ReadonlyArray<{keys: string; help: string}>): number {
	return hints.reduce((sum, {keys, help}) => sum + widthOf(keys) + widthOf(help) + 4, -2);
}
