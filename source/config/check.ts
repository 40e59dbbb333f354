import {nearest} from '../text/nearest.ts';
import {sanitizeLine} from '../text/sanitize.ts';
import {type Member, membersOf, type Node, shownValue} from './json-tree.ts';

/** Longer lists are no help in one line. */
const mostListed = 20;

/** Collects what is wrong while a tree is read. What is wrong is left out, and the rest holds. */
export class Check {
	constructor(private readonly onProblem: (offset: number, message: string) => void) {}

	problem({offset}: Node, message: string): void {
		this.onProblem(offset, sanitizeLine(message));
	}

	/** The members of an object that may be there. `about` may tell more of one that may not. */
	object(node: Node, path: string, names: readonly string[], about?: (name: string) => string): Member[] {
		if (node.type !== 'object') {
			this.problem(node, `${path || 'The file'} is ${shownValue(node)}; it takes an object: {…}.`);
			return [];
		}
		const seen = new Set<string>();
		return membersOf(node).filter(({name, nameNode}) => {
			const whole = path === '' ? name : `${path}.${name}`;
			if (!names.includes(name)) this.problem(nameNode, unknownName(whole, name, names, about?.(name)));
			else if (seen.has(name)) this.problem(nameNode, `${whole} stands here a second time; the first one holds.`);
			else {
				seen.add(name);
				return true;
			}
			return false;
		});
	}

	/** One of several words. */
	choice(node: Node, path: string, choices: readonly string[]): string | undefined {
		const {value} = node;
		if (typeof value === 'string' && choices.includes(value)) return value;
		const near = typeof value === 'string' ? nearest(value, choices) : undefined;
		const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
		this.problem(node, `${path} can not be ${shownValue(node)}.${hint} It takes ${choices.join(', ')}.`);
		return undefined;
	}

	boolean(node: Node, path: string): boolean | undefined {
		if (typeof node.value === 'boolean') return node.value;
		this.problem(node, `${path} can not be ${shownValue(node)}. It takes true or false.`);
		return undefined;
	}

	/** The members of a list; a single value is a list of one. */
	list(node: Node, path: string, takes: string): readonly Node[] {
		if (node.type === 'array') return node.children ?? [];
		if (node.type === 'string') return [node];
		this.problem(node, `${path} is ${shownValue(node)}; it takes ${takes}.`);
		return [];
	}
}

function unknownName(whole: string, name: string, names: readonly string[], more = ''): string {
	const near = nearest(name, names);
	const hint = near === undefined ? '' : ` Did you mean ${near}?`;
	const known =
		names.length <= mostListed ? `There are ${names.join(', ')}.` : '`recollect config --example` names all.';
	return `There is no ${whole}.${hint}${more} ${known}`;
}
