import type {Binding, KeyState, Place} from './binding.ts';
import {effectiveBindings} from './effective-keymap.ts';
import {keyLabel} from './key-label.ts';
import type {Action} from './keymap.ts';

export type KeyHelp = {readonly keys: string; readonly help: string};

/** The few keys worth their room in the footer, in the order of the table; those that can act, if the state is known. */
export function keyHints(place: Place, state?: KeyState): KeyHelp[] {
	const hints = new Map<string, {keys: string; canAct: boolean}>();
	for (const {keys, when, hint, disabled} of effectiveBindings()) {
		if (hint === undefined || !when.includes(place)) continue;
		const label = keyLabel(keys[0]!);
		const canAct = state === undefined || disabled?.(state) === undefined;
		const before = hints.get(hint);
		// Of two keys that share a word one may have to rest: both stay, so that nothing moves at the end of a list.
		hints.set(
			hint,
			before ? {keys: `${before.keys}/${label}`, canAct: before.canAct || canAct} : {keys: label, canAct},
		);
	}
	return [...hints].filter(([, {canAct}]) => canAct).map(([help, {keys}]) => ({keys, help}));
}

/** Every key of a screen. */
export function keysOf(place: Place): KeyHelp[] {
	return effectiveBindings()
		.filter(({when}) => when.includes(place))
		.map(describe);
}

function describe({keys, help}: Binding): KeyHelp {
	return {keys: keys.map(keyLabel).join(' '), help};
}

/** The key of an action on a screen, to be named in a sentence; the action itself where the user took its keys away. */
export function keyFor(place: Place, name: Action): string {
	const binding = effectiveBindings().find(({action, when}) => action === name && when.includes(place));
	return binding ? keyLabel(binding.keys[0]!) : name;
}
