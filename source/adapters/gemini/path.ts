/** The way from the first message to the present one, and everything that once lay on it. */
import type {MessageShape} from './message.ts';
import {Node} from './node.ts';
import type {Place} from './record-reader.ts';

export class Path {
	/** The conversation as it stands. */
	readonly nodes: Node[] = [];
	/** Every node there is or was, in the order in which they are told. */
	readonly sequence: Node[] = [];
	/** The nodes on the path by their ids, and by those of their copies. */
	private readonly known = new Map<string, Node>();
	private readonly takenIds = new Set<string>();

	get leaf(): Node | undefined {
		return this.nodes.at(-1);
	}

	find(id: string | undefined): Node | undefined {
		return id === undefined ? undefined : this.known.get(id);
	}

	create(shape: MessageShape, place: Place, isFromSnapshot = false): Node {
		const node = new Node(this.uniqueId(shape.id, place), shape, place, isFromSnapshot);
		this.name(node, shape.id);
		return node;
	}

	/** The same message once more, on another branch. */
	copy(node: Node): Node {
		const copy = this.create(node.shape, node.place, node.isFromSnapshot);
		copy.form = node.form;
		copy.textPlace = node.textPlace;
		for (const name of node.names) this.name(copy, name);
		return copy;
	}

	/** Adds a node at the end, or behind another one. */
	append(node: Node, behind?: Node): Node {
		const next = behind ? this.nodes[behind.position + 1] : undefined;
		node.parent = behind ?? this.leaf;
		if (!next) {
			node.position = this.nodes.push(node) - 1;
			this.sequence.push(node);
			return node;
		}
		next.parent = node;
		this.nodes.splice(next.position, 0, node);
		this.sequence.splice(this.sequence.indexOf(next), 0, node);
		this.renumber(behind!.position);
		return node;
	}

	name(node: Node, name: string | undefined): void {
		if (name === undefined) return;
		if (!node.names.includes(name)) node.names.push(name);
		this.known.set(name, node);
	}

	/** Takes everything from a position on off the path. */
	cut(position: number): Node[] {
		const removed = Number.isFinite(position) ? this.nodes.splice(position) : [];
		for (const node of removed) {
			node.position = -1;
			for (const name of node.names) if (this.known.get(name) === node) this.known.delete(name);
		}
		return removed;
	}

	/** Takes nodes off the path that are to be added again. */
	lift(nodes: ReadonlySet<Node>): void {
		if (nodes.size === 0) return;
		this.leaveOut(nodes);
		const kept = this.sequence.filter(node => !nodes.has(node));
		this.sequence.length = 0;
		for (const node of kept) this.sequence.push(node);
	}

	/** Pairs of messages that turned out to be one: the first of each is forgotten, the second answers to its name. */
	merge(pairs: ReadonlyArray<readonly [Node, Node]>): void {
		const copies = new Set<Node>();
		for (const [copy, original] of pairs) {
			if (copy === original) continue;
			copies.add(copy);
			copy.copyOf = original;
			original.learn(copy);
			for (const name of copy.names) this.name(original, name);
		}
		if (copies.size > 0) this.leaveOut(copies);
	}

	private leaveOut(nodes: ReadonlySet<Node>): void {
		const kept = this.nodes.filter(node => !nodes.has(node));
		this.nodes.length = 0;
		for (const node of kept) this.nodes.push(node);
		for (const node of nodes) node.position = -1;
		this.renumber(0);
	}

	private renumber(from: number): void {
		for (let at = from; at < this.nodes.length; at++) this.nodes[at]!.position = at;
	}

	private uniqueId(id: string | undefined, {offset}: Place): string {
		const first = id ?? `@${offset}`;
		let unique = first;
		for (let count = 1; this.takenIds.has(unique); count++)
			unique = `${first}@${offset}${count > 1 ? `.${count}` : ''}`;
		this.takenIds.add(unique);
		return unique;
	}
}
