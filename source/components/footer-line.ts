import type {KeyState, Place} from '../keymap/binding.ts';
import {keyHints} from '../keymap/key-help.ts';
import {widthOf} from '../text/width.ts';
import {cutLine} from './line-tools.ts';
import type {Line} from './theme.ts';

/** The few keys that matter here, as many as fit; or what there is to say. */
export function footerLine(place: Place, message: string, columns: number, state?: KeyState): Line {
	if (message !== '') return cutLine([{text: ' '}, {text: message, role: 'tool'}], columns);
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
	// The keys stay, however long the question is.
	const room = columns - hints.reduce((sum, {text}) => sum + widthOf(text), 0);
	const asked = cutLine([{text: ` ${question}`, role: 'tool'}], Math.max(0, room - 3));
	return cutLine([...asked, {text: '   '}, ...hints], columns);
}

function widthOfHints(hints: ReadonlyArray<{keys: string; help: string}>): number {
	return hints.reduce((sum, {keys, help}) => sum + widthOf(keys) + widthOf(help) + 4, -2);
}
