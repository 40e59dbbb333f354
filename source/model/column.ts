type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const smallest = 64;

/** Numbers one behind the other, a few bytes each: for what a session has hundreds of thousands of. */
export class Column<T extends Numbers = Numbers> {
	length = 0;
	private values: T;

	constructor(private readonly type: new (length: number) => T) {
		this.values = new type(smallest);
	}

	push(value: number): number {
		if (this.length === this.values.length) this.grow();
		this.values[this.length] = value;
		return this.length++;
	}

	/** Of a place beyond the end it is 0: ask for `length` where that matters. */
	at(index: number): number {
		return this.values[index] ?? 0;
	}

	set(index: number, value: number): void {
		this.values[index] = value;
	}

	/** The numbers themselves, until the next is added. */
	get all(): T {
		return this.values.subarray(0, this.length) as T;
	}

	private grow(): void {
		// By half: what is copied is small beside what is read meanwhile, and little stays empty.
		const more = new this.type(Math.ceil(1.5 * this.values.length));
		more.set(this.values as never);
		this.values = more;
	}
}
