import type {Binding, Place} from './binding.ts';
import {keyLabel} from './key-label.ts';
import {keymap} from './keymap.ts';

const bindings: readonly Binding[] = keymap;

export type KeyHelp = {readonly keys: string; readonly help: string};

/** The few keys worth their room in the footer, in the order of the table. */
export function keyHints(place: Place): KeyHelp[] {
	const hints = new Map<string, string>();
	for (const {keys, when, hint} of bindings) {
		if (hint === undefined || !when.includes(place)) continue;
		const label = keyLabel(keys[0]!);
		hints.set(hint, hints.has(hint) ? `${hints.get(hint)}/${label}` : label);
	}
	return [...hints].map(([help, keys]) => ({keys, help}));
}

/** Every key of a screen. */
export function keysOf(place: Place): KeyHelp[] {
	return bindings.filter(({when}) => when.includes(place)).map(describe);
}

function describe({keys, help}: Binding): KeyHelp {
	return {keys: keys.map(keyLabel).join(' '), help};
}
