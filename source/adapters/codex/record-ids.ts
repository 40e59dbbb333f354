import type {Column} from '../../model/column.ts';
import {nodeAt} from '../jsonl/node-at.ts';
import type {PlannedFile} from './plan.ts';

export function entryId({tag}: PlannedFile, offset: number): string {
	return `${tag}:${offset}`;
}

/** The ids of the records, which are their places: none of them has to be kept. */
export class RecordIds {
	/** The record that was found last. */
	private found = -1;

	constructor(
		private readonly files: readonly PlannedFile[],
		private readonly fileStarts: readonly number[],
		private readonly offsets: Column,
	) {}

	at(node: number): string {
		let file = this.fileStarts.length - 1;
		while (file > 0 && this.fileStarts[file]! > node) file--;
		return entryId(this.files[file]!, this.offsets.at(node));
	}

	find(id: string): number | undefined {
		const colon = id.lastIndexOf(':');
		const place = id.slice(colon + 1);
		if (colon < 0 || !isPlace.test(place)) return undefined;
		const tag = id.slice(0, colon);
		for (let file = 0; file < this.fileStarts.length; file++) {
			if (this.files[file]!.tag !== tag) continue;
			const [start, end] = [this.fileStarts[file]!, this.fileStarts[file + 1] ?? this.offsets.length];
			const offset = Number(place);
			// Whoever looks for one record looks for its neighbour next.
			const next = this.found + 1;
			const isNext = next >= start && next < end && this.offsets.at(next) === offset;
			const node = isNext ? next : nodeAt(this.offsets, offset, start, end);
			if (node < 0) return undefined;
			this.found = node;
			return node;
		}
		return undefined;
	}
}

const isPlace = /^(?:0|[1-9]\d*)$/;
