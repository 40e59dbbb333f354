import type {KeyState, Place} from './binding.ts';
import {chordsAfter} from './effective-keymap.ts';
import {type FoundBinding, findBinding} from './find-binding.ts';
import {keyLabel} from './key-label.ts';

/** Two keys one after the other: the first waits for the second, which acts as itself if it makes no chord with it. */
export class Chords {
	private waiting: {readonly place: Place; readonly first: string} | undefined;

	find(place: Place, key: string, state: KeyState): FoundBinding | undefined {
		const {waiting} = this;
		this.waiting = undefined;
		if (waiting?.place === place) {
			const chord = findBinding(place, `${waiting.first} ${key}`, state);
			if (chord) return chord;
			// Whoever thinks better of it wants nothing else to happen.
			if (key === 'escape') return {reason: ''};
		}
		const found = findBinding(place, key, state);
		if (found && 'first' in found) this.waiting = {place, first: found.first};
		return found;
	}

	forget(): void {
		this.waiting = undefined;
	}

	/** Said while the second key is awaited: what it may be. */
	get hint(): string {
		if (!this.waiting) return '';
		const {place, first} = this.waiting;
		const ways = chordsAfter(place, first).map(({key, help}) => `${keyLabel(key)} ${help}`);
		return `${keyLabel(first)} …   ${ways.join('   ')}`;
	}
}
