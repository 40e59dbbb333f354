/** From the text of a config file to what it says: all that can be used, and what can't with its place. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {BoundAction} from '../keymap/effective-keymap.ts';
import {Check} from './check.ts';
import {type Node, readTree, shownValue} from './json-tree.ts';
import {colorNames, type Option, options, roleNames, type Settings} from './options.ts';
import {placesIn} from './places-in-text.ts';
import type {ConfigProblem} from './problem.ts';
import {readKeys} from './read-keys.ts';

export type ReadConfig = {
	readonly settings: Settings;
	/** The keymap with the keys of the file. */
	readonly bindings?: readonly BoundAction[];
	/** In the order they stand in the file. */
	readonly problems: readonly ConfigProblem[];
};

export function readConfig(file: string, written: string, home = os.homedir()): ReadConfig {
	const text = written.replace(/^\uFEFF/, '');
	const placeOf = placesIn(text);
	const problems: Array<ConfigProblem & {offset: number}> = [];
	const onProblem = (offset: number, message: string) => problems.push({file, ...placeOf(offset), message, offset});
	const check = new Check(onProblem);
	const reader = new ValueReader(check, home);
	const tree = readTree(text, onProblem);
	const settings = tree ? reader.section(tree, '') : {};
	const inOrder = problems.sort((a, b) => a.offset - b.offset).map(({offset: _, ...problem}) => problem);
	return {settings, bindings: reader.bindings, problems: inOrder};
}

class ValueReader {
	bindings: readonly BoundAction[] | undefined;

	constructor(
		private readonly check: Check,
		private readonly home: string,
	) {}

	/** An object whose names stand in the table, below a path. */
	section(node: Node, above: string): Settings {
		const prefix = above === '' ? '' : `${above}.`;
		const below = options.filter(({name}) => name.startsWith(prefix)).map(({name}) => name.slice(prefix.length));
		const names = [...new Set(below.map(name => name.split('.')[0]!))];
		const entries = this.check.object(node, above, names).flatMap(({name, value}) => {
			const option = options.find(each => each.name === prefix + name);
			const read = option ? this.value(option, value) : this.section(value, prefix + name);
			return read === undefined ? [] : [[name, read] as const];
		});
		return Object.fromEntries(entries);
	}

	private value({name, kind}: Option, node: Node): unknown {
		switch (kind.is) {
			case 'boolean':
				return this.check.boolean(node, name);
			case 'choice':
				return this.check.choice(node, name, kind.of);
			case 'choices':
				return this.several(node, name, `a list of ${kind.of.join(', ')}`, each =>
					this.check.choice(each, name, kind.of),
				);
			case 'folders':
				return this.several(node, name, 'a list of directories', each => this.folder(each, name));
			case 'patterns':
				return this.several(node, name, 'a list of regular expressions', each => this.pattern(each, name));
			case 'colors':
				return this.colors(node, name);
			case 'keys': {
				const {changes, bindings} = readKeys(node, this.check);
				this.bindings = bindings;
				return changes;
			}
		}
	}

	/** A list of which nothing is left because all of it is wrong says nothing. */
	private several<T>(node: Node, name: string, takes: string, read: (node: Node) => T | undefined): T[] | undefined {
		const nodes = this.check.list(node, name, takes);
		const values = nodes.flatMap(each => read(each) ?? []);
		return values.length === 0 && (nodes.length > 0 || node.type !== 'array') ? undefined : values;
	}

	private colors(node: Node, name: string): Record<string, string> {
		return Object.fromEntries(
			this.check.object(node, name, roleNames).flatMap(({name: role, value}) => {
				const color = this.check.choice(value, `${name}.${role}`, colorNames);
				return color === undefined ? [] : [[role, color] as const];
			}),
		);
	}

	private pattern(node: Node, name: string): string | undefined {
		const {value} = node;
		try {
			if (typeof value === 'string' && value !== '' && new RegExp(value, 'd')) return value;
			this.check.problem(node, `${name}: ${shownValue(node)} is no regular expression.`);
		} catch (error) {
			this.check.problem(node, `${name}: ${shownValue(node)} can't be read: ${(error as Error).message}.`);
		}
		return undefined;
	}

	private folder(node: Node, name: string): string | undefined {
		const {value} = node;
		const said = shownValue(node);
		const folder = typeof value === 'string' ? value.replace(/^~(?=$|[/\\])/, this.home) : undefined;
		if (folder === undefined || !path.isAbsolute(folder)) {
			this.check.problem(node, `${name}: ${said} is no directory. It takes whole paths: /home/me, ~/other.`);
			return undefined;
		}
		if (fs.statSync(folder, {throwIfNoEntry: false})?.isDirectory()) return path.resolve(folder);
		this.check.problem(node, `${name}: there is no directory ${said}.`);
		return undefined;
	}
}
