import type {BranchGraph} from '../../model/branch-graph.ts';
import {Column} from '../../model/column.ts';
import type {BranchChoice} from '../adapter.ts';
import type {Range} from './copy-ranges.ts';

type Place = {readonly offset: number; readonly length: number};

/** Where the records of a session lie: one for each node of its graph, in their order, and those written once more. */
export class RecordPlaces {
	readonly offsets = new Column(Float64Array);
	readonly lengths = new Column(Uint32Array);
	private readonly repeats: Array<Place & {readonly node: number}> = [];

	add({offset, length}: Place): void {
		this.offsets.push(offset);
		this.lengths.push(length);
	}

	/** A record that only says again what the record of this node said. */
	repeat({offset, length}: Place, node: number): void {
		this.repeats.push({offset, length, node});
	}

	/** Where the records of a branch lie in the file, those that were written twice included. */
	async *ranges(graph: BranchGraph, branch?: BranchChoice): AsyncGenerator<Range> {
		const belongs = graph.membership(branch);
		for (const {offset, length, node} of this.inOrder()) {
			// What was only inferred has no bytes of its own.
			if (length > 0 && belongs(node)) yield {from: offset, to: offset + length};
		}
	}

	private *inOrder(): Generator<Place & {readonly node: number}> {
		const repeats = this.repeats.toSorted((a, b) => a.offset - b.offset);
		let next = 0;
		for (let node = 0; node < this.offsets.length; node++) {
			const offset = this.offsets.at(node);
			while (next < repeats.length && repeats[next]!.offset < offset) yield repeats[next++]!;
			yield {offset, length: this.lengths.at(node), node};
		}
		yield* repeats.slice(next);
	}
}
