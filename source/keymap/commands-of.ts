import type {Binding, KeyState, Place} from './binding.ts';
import {effectiveBindings} from './effective-keymap.ts';
import {keyLabel} from './key-label.ts';
import type {Action} from './keymap.ts';

export type KeyCommand = {readonly keys: string; readonly help: string; readonly action: Action};

/** These mean nothing without the key itself. */
const unnamed: ReadonlySet<string> = new Set<Action>(['digit', 'palette']);

/** What can be done on a screen now, each with its keys. */
export function commandsOf(place: Place, state: KeyState): KeyCommand[] {
	const isThere = ({when, action, disabled}: Binding) =>
		when.includes(place) && !unnamed.has(action) && disabled?.(state) === undefined;
	return effectiveBindings()
		.filter(isThere)
		.map(({keys, help, action}) => ({keys: keys.map(keyLabel).join(' '), help, action: action as Action}));
}
