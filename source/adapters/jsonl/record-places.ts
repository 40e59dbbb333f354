import type {BranchGraph} from '../../model/branch-graph.ts';
import type {BranchChoice} from '../adapter.ts';
import type {Range} from './copy-ranges.ts';

type Place = {readonly offset: number; readonly length: number};

/** Where the records of a session lie: one for each node of its graph, in their order, and those written once more. */
export class RecordPlaces {
	readonly offsets: number[] = [];
	readonly lengths: number[] = [];
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
		const places = this.offsets.map((offset, node) => ({offset, length: this.lengths[node]!, node}));
		const all = this.repeats.length === 0 ? places : [...places, ...this.repeats].sort((a, b) => a.offset - b.offset);
		// What was only inferred has no bytes of its own.
		for (const {offset, length, node} of all)
			if (length > 0 && belongs(node)) yield {from: offset, to: offset + length};
	}
}
