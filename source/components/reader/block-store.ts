import type {Block} from './block.ts';

/** What is around the screen, and a little more. */
const mostRecent = 256;
const mostCharacters = 2 * 1024 * 1024;
const mostWeak = 4 * mostRecent;

/**
 * The blocks of a document. Those of a large session are not all kept: the others are made again when they are asked
 * for. As long as anybody holds one it stays the same object, because it is known by that.
 */
export class BlockStore {
	/** All blocks, as an array to whoever reads them. */
	readonly list: readonly Block[];
	private count = 0;
	private readonly kept = new Map<number, Block>();
	private readonly recent = new Map<number, {readonly block: Block; readonly size: number}>();
	private characters = 0;
	private readonly weak = new Map<number, WeakRef<Block>>();

	constructor(private readonly make: (index: number) => Block) {
		this.list = arrayOf(
			() => this.count,
			index => this.at(index),
		);
	}

	get keptCount(): number {
		return this.kept.size;
	}

	/** Another block; without one it is made when it is wanted. */
	push(block?: Block): void {
		if (block) this.kept.set(this.count, block);
		this.count++;
	}

	/** A block that is in memory. */
	known(index: number): Block | undefined {
		return this.kept.get(index) ?? this.recent.get(index)?.block ?? this.weak.get(index)?.deref();
	}

	isKept(index: number): boolean {
		return this.kept.has(index);
	}

	/** For somebody who passes over all of them: it is not remembered. */
	glance(index: number): Block {
		return this.known(index) ?? this.make(index);
	}

	private at(index: number): Block {
		const near = this.kept.get(index) ?? this.recent.get(index)?.block;
		if (near) return near;
		const block = this.weak.get(index)?.deref() ?? this.make(index);
		const size = sizeOf(block);
		this.recent.set(index, {block, size});
		this.weak.set(index, new WeakRef(block));
		this.characters += size;
		this.forget();
		return block;
	}

	private forget(): void {
		for (const [index, {size}] of this.recent) {
			if (this.recent.size <= 2 || (this.recent.size <= mostRecent && this.characters <= mostCharacters)) break;
			this.recent.delete(index);
			this.characters -= size;
		}
		if (this.weak.size <= mostWeak) return;
		for (const [index, block] of this.weak) if (!block.deref()) this.weak.delete(index);
	}
}

function sizeOf({body, result}: Block): number {
	return body.text.length + (result?.body.text.length ?? 0) + 1000;
}

const digit = /^\d/;

function arrayOf<T>(length: () => number, at: (index: number) => T): readonly T[] {
	const indexOf = (name: string | symbol) => (typeof name === 'string' && digit.test(name) ? Number(name) : -1);
	return new Proxy<T[]>([], {
		get(target, name) {
			if (name === 'length') return length();
			const index = indexOf(name);
			if (index < 0) return Reflect.get(target, name);
			return index < length() ? at(index) : undefined;
		},
		has(target, name) {
			const index = indexOf(name);
			return index < 0 ? Reflect.has(target, name) : index < length();
		},
	});
}
