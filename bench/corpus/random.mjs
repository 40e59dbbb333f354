// Pseudo-random numbers and what is made of them: the same for the same seed, on every machine.

const hex16 = Array.from({length: 65536}, (_, value) => value.toString(16).padStart(4, '0'));
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** sfc32: fast, and far better than a linear congruence in its low bits. */
export class Random {
	constructor(seed, stream = 0) {
		this.a = seed | 0;
		this.b = stream | 0;
		this.c = 0x9e3779b9 | 0;
		this.counter = 1;
		for (let round = 0; round < 15; round++) this.bits();
	}

	/** 32 bits. */
	bits() {
		const sum = (this.a + this.b + this.counter) | 0;
		this.counter = (this.counter + 1) | 0;
		this.a = this.b ^ (this.b >>> 9);
		this.b = (this.c + (this.c << 3)) | 0;
		this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
		return sum >>> 0;
	}

	/** From 0 to just below 1. */
	unit() {
		return this.bits() / 2 ** 32;
	}

	/** A whole number from 0 to just below `limit`. */
	below(limit) {
		return (this.unit() * limit) >>> 0;
	}

	between(least, most) {
		return least + this.below(most - least + 1);
	}

	chance(probability) {
		return this.unit() < probability;
	}

	pick(list) {
		return list[this.below(list.length)];
	}

	/** A number whose logarithm is spread like a bell around `median`. */
	lognormal(median, sigma) {
		const distance = Math.sqrt(-2 * Math.log(1 - this.unit()));
		return median * Math.exp(sigma * distance * Math.cos(2 * Math.PI * this.unit()));
	}

	hex(length) {
		let text = '';
		for (let at = 0; at < length; at += 8) {
			const bits = this.bits();
			text += hex16[bits >>> 16] + hex16[bits & 0xffff];
		}
		return text.length === length ? text : text.slice(0, length);
	}

	uuid() {
		const text = this.hex(32);
		return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
	}

	/** A uuid that begins with its time, as Codex CLI and pi make them. */
	uuid7(time) {
		const stamp = time.toString(16).padStart(12, '0');
		const text = this.hex(20);
		return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${text.slice(0, 3)}-a${text.slice(4, 7)}-${text.slice(8)}`;
	}

	letters(length) {
		let text = '';
		for (let at = 0; at < length; at++) text += base62[this.below(62)];
		return text;
	}

	/** Bytes as base64, for pictures. */
	base64(bytes) {
		const buffer = Buffer.alloc(bytes);
		for (let at = 0; at + 4 <= bytes; at += 4) buffer.writeUInt32LE(this.bits(), at);
		return buffer.toString('base64');
	}
}

/** Draws from a list whose first members are drawn far more often than its last (Zipf). */
export class Ranked {
	/** The table has 2 ** `bits` places; it should be small enough for the processor's cache. */
	constructor(list, {exponent = 1.02, bits = 16} = {}) {
		const weights = list.map((_, rank) => 1 / (rank + 2.7) ** exponent);
		const total = weights.reduce((sum, weight) => sum + weight, 0);
		const size = 1 << bits;
		this.list = list;
		this.shift = 32 - bits;
		this.table = new Uint16Array(size);
		let at = 0;
		let reached = 0;
		for (let rank = 0; rank < list.length; rank++) {
			reached += weights[rank] / total;
			// Every member has at least one place, however rare it is.
			const end = Math.max(at + 1, Math.round(reached * size));
			for (; at < end && at < size; at++) this.table[at] = rank;
		}
	}

	draw(random) {
		return this.list[this.table[random.bits() >>> this.shift]];
	}
}
