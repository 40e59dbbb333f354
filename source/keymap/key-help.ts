import type {Binding, Place} from './binding.ts';
import {keyLabel} from './key-label.ts';
import {keymap} from './keymap.ts';

const bindings: readonly Binding[] = keymap;

export type KeyHelp = {readonly keys: string; readonly help: string};

/** The few keys worth their room in the footer, in the order of the table. */
export function keyHints(place: Place): KeyHelp[] {
	return bindings
		.filter(({when, hint}) => when.includes(place) && hint !== undefined)
		.map(({keys, hint}) => ({keys: keyLabel(keys[0]!), help: hint!}));
}

/** Every key of a screen. */
export function keysOf(place: Place): KeyHelp[] {
	return bindings.filter(({when}) => when.includes(place)).map(describe);
}

function describe({keys, help}: Binding): KeyHelp {
	return {keys: keys.map(keyLabel).join(' '), help};
}
