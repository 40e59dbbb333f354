import {Column} from './column.ts';

const uuidLength = 36;
const dash = 0x2d;
const asUuid = 0;
const asLatin = 1;
const asWide = 2;

/** Of a character, its value as a digit of a uuid; none for all others. */
const digits = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) digits[value.toString(16).charCodeAt(0)] = value;
const letters = Buffer.from('0123456789abcdef');
/** Where a uuid is written before it becomes a text. */
const uuid = Buffer.alloc(uuidLength, '-');

/** Of a hash that takes a byte at a time (FNV). */
const prime = 0x01000193;

const fewSlots = 1 << 18;
const pageBits = 16;
const pageBytes = 1 << pageBits;

/**
 * The ids of a session's records in their order, and which record has an id. A session may have hundreds of thousands:
 * they are kept as bytes, a uuid as sixteen of them, because texts in a map take ten times as much.
 */
export class IdTable {
	private readonly pages: Buffer[] = [];
	/** Ids that fit into no page. */
	private readonly huge = new Map<number, string>();
	/** Where each id begins: which page, and where in it. */
	private readonly starts = new Column(Int32Array);
	private readonly sizes = new Column(Uint16Array);
	/** So that ids are compared only where they are most likely the same. */
	private readonly hashes = new Column(Int32Array);
	/** The first free byte. */
	private end = 0;
	/** A record + 1 at the place its id's hash says, or at the next free one. */
	private slots = new Int32Array(64);
	private used = 0;
	/** Most records follow the one before them: its id is known without looking. */
	private newest: string | undefined;
	private scratch: Buffer = Buffer.allocUnsafeSlow(256);
	/** The id that was looked for last, which is in `scratch`, and its slot: whoever does not find it adds it next. */
	private asked: string | undefined;
	private askedSize = 0;
	private askedHash = 0;
	private askedSlot = 0;

	get length(): number {
		return this.starts.length;
	}

	/** Another record; from now on the id is found there. */
	push(id: string): number {
		const index = this.length;
		this.newest = id;
		if (id !== this.asked) this.ask(id);
		const {askedSize: size, askedSlot: slot} = this;
		if (size >= pageBytes) this.huge.set(index, id);
		this.write(size);
		this.hashes.push(this.askedHash);
		if (this.slots[slot] === 0) this.used++;
		this.slots[slot] = index + 1;
		// The fuller it is, the further one has to look; beyond a half that becomes noticeable.
		if (2 * this.used > this.slots.length) this.spread();
		return index;
	}

	at(index: number): string {
		const huge = this.huge.size === 0 ? undefined : this.huge.get(index);
		if (huge !== undefined) return huge;
		const place = this.starts.at(index);
		const page = this.pages[place >>> pageBits]!;
		const start = place & (pageBytes - 1);
		const end = start + this.sizes.at(index);
		if (page[start] === asLatin) return page.toString('latin1', start + 1, end);
		if (page[start] === asWide) return page.toString('utf16le', start + 1, end);
		let to = 0;
		for (let at = start + 1; at <= start + 16; at++) {
			if (to === 8 || to === 13 || to === 18 || to === 23) to++;
			uuid[to++] = letters[page[at]! >> 4]!;
			uuid[to++] = letters[page[at]! & 15]!;
		}
		return uuid.toString('latin1');
	}

	/** The newest record with this id. */
	find(id: string): number | undefined {
		if (id === this.newest) return this.length - 1;
		if (id !== this.asked) this.ask(id);
		const found = this.slots[this.askedSlot]!;
		return found === 0 ? undefined : found - 1;
	}

	private ask(id: string): void {
		this.asked = id;
		this.askedSize = this.pack(id);
		this.askedSlot = this.slotOf(id);
	}

	/** Puts what is in `scratch` behind all others; an id does not go over the edge of a page. */
	private write(size: number): void {
		const isHuge = size >= pageBytes;
		if (!isHuge && (this.end & (pageBytes - 1)) + size > pageBytes) this.end = this.pages.length << pageBits;
		this.starts.push(this.end);
		this.sizes.push(isHuge ? 0 : size);
		if (isHuge) return;
		const start = this.end & (pageBytes - 1);
		const page = this.pageWith(this.end >>> pageBits, start + size);
		// A few bytes are copied, and compared, faster one by one.
		for (let at = 0; at < size; at++) page[start + at] = this.scratch[at]!;
		this.end += size;
	}

	/** Most sessions are small: the first page grows to its size. */
	private pageWith(number: number, bytes: number): Buffer {
		const page = this.pages[number];
		if (page && page.length >= bytes) return page;
		const larger = Buffer.allocUnsafeSlow(
			number > 0 ? pageBytes : Math.min(pageBytes, Math.max(bytes, 4 * (page?.length ?? 64))),
		);
		page?.copy(larger);
		this.pages[number] = larger;
		return larger;
	}

	/** Writes an id as bytes into `scratch`, and notes their hash; tells how many. Two ids never become the same bytes. */
	private pack(id: string): number {
		if (id.length === uuidLength && this.packUuid(id)) return 17;
		const size = 1 + 2 * id.length;
		if (size > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(size);
		const {scratch} = this;
		scratch[0] = asLatin;
		let hash = asLatin;
		// Letter by letter: a call that leaves JavaScript costs more than an id is long.
		for (let at = 0; at < id.length; at++) {
			const letter = id.charCodeAt(at);
			if (letter > 0xff) return this.packWide(id);
			scratch[at + 1] = letter;
			hash = Math.imul(hash ^ letter, prime);
		}
		this.askedHash = hash ^ (hash >>> 15);
		return 1 + id.length;
	}

	private packWide(id: string): number {
		this.scratch[0] = asWide;
		const size = 1 + this.scratch.write(id, 1, 'utf16le');
		let hash = asWide;
		for (let at = 1; at < size; at++) hash = Math.imul(hash ^ this.scratch[at]!, prime);
		this.askedHash = hash ^ (hash >>> 15);
		return size;
	}

	private packUuid(id: string): boolean {
		if (id.charCodeAt(8) !== dash || id.charCodeAt(13) !== dash) return false;
		if (id.charCodeAt(18) !== dash || id.charCodeAt(23) !== dash) return false;
		const {scratch} = this;
		scratch[0] = asUuid;
		let at = 1;
		let hash = asUuid;
		for (let place = 0; place < uuidLength; place += 2) {
			if (place === 8 || place === 13 || place === 18 || place === 23) place++;
			const high = digits[id.charCodeAt(place)] ?? -1;
			const low = digits[id.charCodeAt(place + 1)] ?? -1;
			if ((high | low) < 0) return false;
			const byte = (high << 4) | low;
			scratch[at++] = byte;
			hash = Math.imul(hash ^ byte, prime);
		}
		this.askedHash = hash ^ (hash >>> 15);
		return true;
	}

	/** The slot of the id in `scratch`, or the free one it belongs into. */
	private slotOf(id: string): number {
		const {slots, askedHash: hash, askedSize: size} = this;
		const mask = slots.length - 1;
		for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
			const index = slots[slot]! - 1;
			if (index < 0) return slot;
			if (this.hashes.at(index) !== hash) continue;
			if (size >= pageBytes ? this.huge.get(index) === id : this.isAt(index, size)) return slot;
		}
	}

	private isAt(index: number, size: number): boolean {
		if (this.sizes.at(index) !== size) return false;
		const place = this.starts.at(index);
		const page = this.pages[place >>> pageBits]!;
		const start = place & (pageBytes - 1);
		for (let at = size - 1; at >= 0; at--) if (page[start + at] !== this.scratch[at]) return false;
		return true;
	}

	private spread(): void {
		const before = this.slots;
		this.asked = undefined;
		// To spread them costs more than to have room, as long as it is little room.
		const slots = new Int32Array((before.length < fewSlots ? 4 : 2) * before.length);
		const mask = slots.length - 1;
		for (const entry of before) {
			if (entry === 0) continue;
			let slot = this.hashes.at(entry - 1) & mask;
			while (slots[slot] !== 0) slot = (slot + 1) & mask;
			slots[slot] = entry;
		}
		this.slots = slots;
	}
}
