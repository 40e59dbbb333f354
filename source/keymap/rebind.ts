/** Other keys for actions: the table with them, and what can not be done. */
import type {Place} from './binding.ts';
import type {BoundAction} from './effective-keymap.ts';
import {keyLabel} from './key-label.ts';

/** The keys an action is to have in a place, instead of those it has. */
export type KeyChange = {readonly place: Place; readonly action: string; readonly keys: readonly string[]};

/** Which change can not be made, for which of its keys, and why. */
export type Refusal = {readonly change: KeyChange; readonly key?: string; readonly reason: string};

export type Rebound = {readonly bindings: readonly BoundAction[]; readonly refused: readonly Refusal[]};

/** Every screen must be left by a key. */
const waysOut: ReadonlySet<string> = new Set(['quit', 'back', 'leave-line', 'leave-error']);

/**
 * Makes all changes at once, so that two actions can exchange their keys. Where a key would have two actions, the change
 * that comes later gives way, and a change that is left without any key is not made at all.
 */
export function rebind(table: readonly BoundAction[], changes: readonly KeyChange[]): Rebound {
	const refused: Refusal[] = [];
	let left = changes.filter(change => {
		const reason = refusalOf(change);
		if (reason !== undefined) refused.push({change, reason});
		return reason === undefined;
	});
	while (true) {
		const bindings = left.reduce(apply, table);
		const clash = firstClash(bindings, left);
		if (!clash) return {bindings, refused};
		const original = changes.find(({place, action}) => place === clash.change.place && action === clash.change.action)!;
		refused.push({change: original, key: clash.key, reason: clash.reason});
		left = left.flatMap(change => (change === clash.change ? without(change, clash.key) : [change]));
	}
}

function refusalOf({action, keys}: KeyChange): string | undefined {
	if (keys.length > 0 || !waysOut.has(action)) return undefined;
	return action === 'quit'
		? 'quit must keep a key (ctrl-c quits in any case)'
		: `${action} must keep a key: it is the way out`;
}

function without(change: KeyChange, key: string): KeyChange[] {
	const keys = change.keys.filter(each => each !== key);
	return keys.length > 0 ? [{...change, keys}] : [];
}

/** The first row of an action takes the new keys; it may have others, such as one with another help. */
function apply(bindings: readonly BoundAction[], {place, action, keys}: KeyChange): BoundAction[] {
	let isGiven = false;
	return bindings.flatMap(binding => {
		if (binding.action !== action || binding.isFixed || !binding.when.includes(place)) return [binding];
		const elsewhere = binding.when.filter(each => each !== place);
		const others = elsewhere.length > 0 ? [{...binding, when: elsewhere}] : [];
		if (isGiven || keys.length === 0) return others;
		isGiven = true;
		return [{...binding, when: [place], keys}, ...others];
	});
}

type Clash = {readonly change: KeyChange; readonly key: string; readonly reason: string};

function firstClash(bindings: readonly BoundAction[], changes: readonly KeyChange[]): Clash | undefined {
	for (const change of changes.toReversed()) {
		const here = bindings.filter(({when}) => when.includes(change.place));
		for (const key of change.keys) {
			for (const other of here) {
				const reason = clashOf(key, other, other.action === change.action && !other.isFixed);
				if (reason !== undefined) return {change, key, reason};
			}
		}
	}
	return undefined;
}

function clashOf(key: string, {keys, action, isFixed}: BoundAction, isOwn: boolean): string | undefined {
	const label = keyLabel(key);
	if (isFixed && keys.includes(key)) return `${label} is always ${action} here`;
	if (!isOwn && keys.includes(key)) return `${label} is the key of ${action} here; give that another one, or [], first`;
	const longer = keys.find(each => each.startsWith(`${key} `));
	if (longer) return `${label} begins ${keyLabel(longer)}, the key of ${action} here`;
	const shorter = keys.find(each => key.startsWith(`${each} `));
	return shorter && `${label} begins with ${keyLabel(shorter)}, the key of ${action} here`;
}
