/** The keys of the config file: checked one by one, and against each other. */
import {type Place, places} from '../keymap/binding.ts';
import {type BoundAction, defaultBindings} from '../keymap/effective-keymap.ts';
import {readKeys as readKeyName} from '../keymap/key-names.ts';
import {type KeyChange, rebind} from '../keymap/rebind.ts';
import {isTypedIn} from '../keymap/typed-places.ts';
import type {Check} from './check.ts';
import {type Node, shownValue} from './json-tree.ts';
import type {KeyChanges} from './options.ts';

type Placed = KeyChange & {readonly node: Node; readonly keyNodes: ReadonlyMap<string, Node>};

export type KeySettings = {readonly changes: KeyChanges; readonly bindings: readonly BoundAction[]};

export function readKeys(node: Node, check: Check): KeySettings {
	const changes = check
		.object(node, 'keys', [...places])
		.flatMap(({name, value}) => changesIn(name as Place, value, check));
	const {bindings, refused} = rebind(defaultBindings, changes);
	for (const {change, key, reason} of refused) {
		const {node: whole, keyNodes, place, action} = change as Placed;
		check.problem((key !== undefined && keyNodes.get(key)) || whole, `keys.${place}.${action}: ${reason}.`);
	}
	return {changes: asObject(changes, bindings), bindings};
}

function changesIn(place: Place, node: Node, check: Check): Placed[] {
	const here = defaultBindings.filter(({when, isFixed}) => when.includes(place) && !isFixed);
	const actions = [...new Set(here.map(({action}) => action as string))];
	const elsewhere = (name: string) => {
		const others = defaultBindings.filter(({action}) => action === name).flatMap(({when}) => when);
		return others.length > 0 ? ` It is an action of ${[...new Set(others)].join(', ')}.` : '';
	};
	return check.object(node, `keys.${place}`, actions, elsewhere).flatMap(({name, value}) => {
		const keyNodes = keysIn(place, `keys.${place}.${name}`, value, check);
		// Nothing but mistakes is no wish to have no key.
		if (!keyNodes || (keyNodes.size === 0 && (value.children?.length ?? 1) > 0)) return [];
		return [{place, action: name, keys: [...keyNodes.keys()], node: value, keyNodes}];
	});
}

function keysIn(place: Place, path: string, node: Node, check: Check): Map<string, Node> | undefined {
	const values = node.type === 'string' ? [node] : node.type === 'array' ? (node.children ?? []) : undefined;
	if (!values) {
		check.problem(node, `${path} is ${shownValue(node)}; it takes a list of keys: ["J", "ctrl-n"], or [] for none.`);
		return undefined;
	}
	const keys = new Map<string, Node>();
	for (const value of values) {
		const read = value.type === 'string' ? readKeyName(String(value.value)) : {problem: 'no text'};
		if ('problem' in read) check.problem(value, `${path}: ${shownValue(value)} is ${read.problem}.`);
		else if (isTypedIn(place, read.key)) {
			check.problem(value, `${path}: ${shownValue(value)} is typed into the line there, and can be no key.`);
		} else keys.set(read.key, value);
	}
	return keys;
}

/** The changes that are in force. */
function asObject(changes: readonly KeyChange[], bindings: readonly BoundAction[]): KeyChanges {
	const result: Record<string, Record<string, readonly string[]>> = {};
	for (const {place, action} of changes) {
		const keys = keysOf(bindings, place, action);
		if (keys.join() === keysOf(defaultBindings, place, action).join()) continue;
		result[place] ??= {};
		result[place][action] = keys;
	}
	return result;
}

function keysOf(bindings: readonly BoundAction[], place: Place, name: string): string[] {
	const own = bindings.filter(({action, isFixed, when}) => action === name && !isFixed && when.includes(place));
	return own.flatMap(({keys}) => keys);
}
