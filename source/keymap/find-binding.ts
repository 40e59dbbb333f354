import type {KeyState, Place} from './binding.ts';
import {beginsChord, bindingOf} from './effective-keymap.ts';
import {keyFor} from './key-help.ts';
import type {Action} from './keymap.ts';

/** An action, a reason why the key can not act now, or the first key of a chord, which waits for the second. */
export type FoundBinding = {readonly action: Action} | {readonly reason: string} | {readonly first: string};

/** What a key does on a screen, or a chord of two with a space between them; nothing at all for most keys. */
export function findBinding(place: Place, key: string, state: KeyState): FoundBinding | undefined {
	const binding = bindingOf(place, key);
	if (!binding) return beginsChord(place, key) ? {first: key} : undefined;
	const reason = binding.disabled?.(state);
	return reason === undefined ? {action: binding.action} : {reason: withKeys(reason, place)};
}

function withKeys(text: string, place: Place): string {
	return text.replace(/\{([a-z-]+)\}/g, (_, action) => keyFor(place, action));
}
