import {Column} from './column.ts';

const uuidLength = 36;
const dashes = [8, 13, 18, 23];
const asUuid = 0;
const asLatin = 1;
const asWide = 2;

/** Of a character, its value as a digit of a uuid; none for all others. */
const digits = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) digits[value.toString(16).charCodeAt(0)] = value;
const pairs = Array.from({length: 256}, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * The ids of a session's records in their order, and which record has an id. A session may have hundreds of thousands:
 * they are kept as bytes, a uuid as sixteen of them, because texts in a map take ten times as much.
 */
export class IdTable {
	private bytes: Buffer = Buffer.allocUnsafeSlow(4096);
	/** Where each id ends. */
	private readonly ends = new Column(Uint32Array);
	/** A record + 1 at the place its id's hash says, or at the next free one. */
	private slots = new Int32Array(64);
	private used = 0;
	/** Most records follow the one before them: its id is known without looking. */
	private newest: string | undefined;
	private scratch: Buffer = Buffer.allocUnsafeSlow(256);

	get length(): number {
		return this.ends.length;
	}

	/** Another record; from now on the id is found there. */
	push(id: string): number {
		const index = this.ends.length;
		this.newest = id;
		const size = this.pack(id);
		const start = this.startOf(index);
		if (start + size > this.bytes.length) this.bytes = enlarged(this.bytes, start + size);
		// A few bytes are copied, and compared, faster one by one.
		for (let at = 0; at < size; at++) this.bytes[start + at] = this.scratch[at]!;
		this.ends.push(start + size);
		const slot = this.slotOf(size);
		if (this.slots[slot] === 0) this.used++;
		this.slots[slot] = index + 1;
		if (4 * this.used > 3 * this.slots.length) this.spread();
		return index;
	}

	at(index: number): string {
		const start = this.startOf(index);
		const end = this.ends.at(index);
		const {bytes} = this;
		if (bytes[start] === asLatin) return bytes.toString('latin1', start + 1, end);
		if (bytes[start] === asWide) return bytes.toString('utf16le', start + 1, end);
		let text = '';
		for (let at = 0; at < 16; at++) {
			if (at === 4 || at === 6 || at === 8 || at === 10) text += '-';
			text += pairs[bytes[start + 1 + at]!];
		}
		return text;
	}

	/** The newest record with this id. */
	find(id: string): number | undefined {
		if (id === this.newest) return this.ends.length - 1;
		const found = this.slots[this.slotOf(this.pack(id))]!;
		return found === 0 ? undefined : found - 1;
	}

	private startOf(index: number): number {
		return index === 0 ? 0 : this.ends.at(index - 1);
	}

	/** Writes an id as bytes into `scratch`; tells how many. Two ids never become the same bytes. */
	private pack(id: string): number {
		if (id.length === uuidLength && this.packUuid(id)) return 17;
		const size = 1 + 2 * id.length;
		if (size > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(size);
		this.scratch[0] = isLatin(id) ? asLatin : asWide;
		return 1 + this.scratch.write(id, 1, this.scratch[0] === asLatin ? 'latin1' : 'utf16le');
	}

	private packUuid(id: string): boolean {
		for (const at of dashes) if (id.charCodeAt(at) !== 0x2d) return false;
		this.scratch[0] = asUuid;
		let at = 1;
		for (let place = 0; place < uuidLength; place += 2) {
			if (place === 8 || place === 13 || place === 18 || place === 23) place++;
			const high = digits[id.charCodeAt(place)] ?? -1;
			const low = digits[id.charCodeAt(place + 1)] ?? -1;
			if (high < 0 || low < 0) return false;
			this.scratch[at++] = (high << 4) | low;
		}
		return true;
	}

	/** The slot of the id in `scratch`, or the free one it belongs into. */
	private slotOf(size: number): number {
		const {slots, bytes, scratch} = this;
		const mask = slots.length - 1;
		for (let slot = hashOf(scratch, 0, size) & mask; ; slot = (slot + 1) & mask) {
			const index = slots[slot]! - 1;
			if (index < 0) return slot;
			const start = this.startOf(index);
			if (this.ends.at(index) - start === size && isSame(scratch, bytes, start, size)) return slot;
		}
	}

	private spread(): void {
		const before = this.slots;
		const slots = new Int32Array(2 * before.length);
		const mask = slots.length - 1;
		for (const entry of before) {
			if (entry === 0) continue;
			let slot = hashOf(this.bytes, this.startOf(entry - 1), this.ends.at(entry - 1)) & mask;
			while (slots[slot] !== 0) slot = (slot + 1) & mask;
			slots[slot] = entry;
		}
		this.slots = slots;
	}
}

function isLatin(id: string): boolean {
	for (let at = 0; at < id.length; at++) if (id.charCodeAt(at) > 0xff) return false;
	return true;
}

function isSame(some: Buffer, others: Buffer, start: number, size: number): boolean {
	for (let at = size - 1; at >= 0; at--) if (some[at] !== others[start + at]) return false;
	return true;
}

function hashOf(bytes: Buffer, from: number, to: number): number {
	let hash = 0x811c9dc5;
	for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
	return hash ^ (hash >>> 15);
}

function enlarged(bytes: Buffer, least: number): Buffer {
	const larger = Buffer.allocUnsafeSlow(Math.max(least, Math.ceil(1.5 * bytes.length)));
	bytes.copy(larger);
	return larger;
}
