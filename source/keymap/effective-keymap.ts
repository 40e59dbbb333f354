/**
 * The keys in force: the table, and what the user changed of it. It is set once, before the first frame; dispatch, footer
 * and help ask here, so that none of them can show or do what another does not.
 */
import type {Binding, Place} from './binding.ts';
import {type Action, keymap} from './keymap.ts';

export type BoundAction = Binding & {readonly action: Action};

type Effective = {
	readonly bindings: readonly BoundAction[];
	readonly byPlaceAndKey: ReadonlyMap<string, BoundAction>;
	/** Keys that begin a chord: `reader g`. */
	readonly beginnings: ReadonlySet<string>;
};

/** The keys as they are before anybody changes them. */
export const defaultBindings: readonly BoundAction[] = keymap;

let effective = indexed(defaultBindings);

/** Puts other keys in force; without any, those of the table. */
export function setKeymap(bindings: readonly BoundAction[] = defaultBindings): void {
	effective = indexed(bindings);
}

export function effectiveBindings(): readonly BoundAction[] {
	return effective.bindings;
}

export function bindingOf(place: Place, keys: string): BoundAction | undefined {
	return effective.byPlaceAndKey.get(`${place} ${keys}`);
}

export function beginsChord(place: Place, key: string): boolean {
	return effective.beginnings.has(`${place} ${key}`);
}

/** What may follow the first key of a chord. */
export function chordsAfter(place: Place, key: string): ReadonlyArray<{readonly key: string; readonly help: string}> {
	return effective.bindings
		.filter(({when}) => when.includes(place))
		.flatMap(({keys, help}) =>
			keys.filter(each => each.startsWith(`${key} `)).map(each => ({key: each.slice(key.length + 1), help})),
		);
}

function indexed(bindings: readonly BoundAction[]): Effective {
	const entries = bindings.flatMap(binding =>
		binding.when.flatMap(place => binding.keys.map(keys => [`${place} ${keys}`, binding] as const)),
	);
	const beginnings = entries.flatMap(([name]) => {
		const [place, first, second] = name.split(' ');
		return second === undefined ? [] : [`${place} ${first}`];
	});
	return {bindings, byPlaceAndKey: new Map(entries), beginnings: new Set(beginnings)};
}
