import {IdTable} from './id-table.ts';

/** Ids that were seen, each once, in a few bytes each. */
export class IdSet {
	private readonly ids = new IdTable();

	get size(): number {
		return this.ids.length;
	}

	has(id: string): boolean {
		return this.ids.find(id) !== undefined;
	}

	/** The number of an id that was seen. */
	find(id: string): number | undefined {
		return this.ids.find(id);
	}

	/** The number of the id, which is a new one if it was not seen before. */
	add(id: string): number {
		return this.ids.find(id) ?? this.ids.push(id);
	}
}
