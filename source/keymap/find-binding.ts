import type {Binding, KeyState, Place} from './binding.ts';
import {type Action, keymap} from './keymap.ts';

const byPlaceAndKey = new Map<string, Binding & {readonly action: Action}>(
	keymap.flatMap(binding =>
		binding.when.flatMap(place => binding.keys.map(key => [`${place} ${key}`, binding] as const)),
	),
);

/** What a key does on a screen: an action, a reason why it can not act now, or nothing at all. */
export function findBinding(
	place: Place,
	key: string,
	state: KeyState,
): {action: Action} | {reason: string} | undefined {
	const binding = byPlaceAndKey.get(`${place} ${key}`);
	if (!binding) return undefined;
	const reason = binding.disabled?.(state);
	return reason === undefined ? {action: binding.action} : {reason};
}
