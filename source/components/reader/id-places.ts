import {Column} from '../../model/column.ts';
import {IdTable} from '../../model/id-table.ts';

/** Where the block of each entry is: the first one, if two entries have the same id. */
export class IdPlaces {
	private readonly ids = new IdTable();
	private readonly places = new Column(Int32Array);

	has(id: string): boolean {
		return this.ids.find(id) !== undefined;
	}

	get(id: string): number | undefined {
		const number = this.ids.find(id);
		return number === undefined ? undefined : this.places.at(number);
	}

	add(id: string, place: number): void {
		if (this.has(id)) return;
		this.ids.push(id);
		this.places.push(place);
	}
}
