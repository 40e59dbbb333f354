import {type NodeTable, none} from './node-role.ts';

/** Who follows whom: the children of every node in file order, without an array for each. */
export class ChildIndex {
	readonly roots: readonly number[];
	/** Every node, parents before their children. */
	readonly order: Int32Array;
	private readonly firstChild: Int32Array;
	private readonly nextSibling: Int32Array;

	constructor({parents}: NodeTable) {
		const size = parents.length;
		this.firstChild = new Int32Array(size).fill(none);
		this.nextSibling = new Int32Array(size).fill(none);
		const roots: number[] = [];
		for (let node = size - 1; node >= 0; node--) {
			const parent = parents[node]!;
			if (parent === none) {
				roots.push(node);
				continue;
			}
			this.nextSibling[node] = this.firstChild[parent]!;
			this.firstChild[parent] = node;
		}
		this.roots = roots.reverse();
		this.order = this.parentsFirst();
	}

	childrenOf(node: number): number[] {
		const children: number[] = [];
		for (let child = this.firstChild[node]!; child !== none; child = this.nextSibling[child]!) children.push(child);
		return children;
	}

	/** The only child, so that long chains need no arrays; undefined for none or several. */
	onlyChild(node: number): number | undefined {
		const child = this.firstChild[node]!;
		return child === none || this.nextSibling[child] !== none ? undefined : child;
	}

	private parentsFirst(): Int32Array {
		const order = new Int32Array(this.firstChild.length);
		let length = 0;
		const waiting = [...this.roots].reverse();
		while (waiting.length > 0) {
			const node = waiting.pop()!;
			order[length++] = node;
			for (let child = this.firstChild[node]!; child !== none; child = this.nextSibling[child]!) waiting.push(child);
		}
		return order.subarray(0, length);
	}
}
