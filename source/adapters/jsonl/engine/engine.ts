/** `letters.wat`, run by the engine, and the memory that it works in. */
import {lettersWasm} from './letters-wasm.ts';

export type Letters = {
	readonly memory: WebAssembly.Memory;
	readonly unescape: (from: number, to: number, unasked: number) => number;
	readonly length: WebAssembly.Global;
	readonly suspicious: WebAssembly.Global;
	readonly decode: (from: number, end: number, to: number) => number;
};

const page = 64 * 1024;

/** null: there is none where Node was told to do without. */
let letters: Letters | null | undefined;
let memory: Buffer = Buffer.alloc(0);

export function loadLetters(): Letters | null {
	if (letters === undefined) letters = instance();
	return letters;
}

function instance(): Letters | null {
	try {
		const module = new WebAssembly.Module(Buffer.from(lettersWasm, 'base64'));
		return new WebAssembly.Instance(module).exports as Letters;
	} catch {
		return null;
	}
}

/** So many bytes of its memory at least, to be written and read; they hold until it is asked for again. */
export function roomFor(size: number, {memory: shared}: Letters): Buffer {
	if (memory.length < size) {
		const missing = 2 * size - shared.buffer.byteLength;
		if (missing > 0) shared.grow(Math.ceil(missing / page));
		memory = Buffer.from(shared.buffer);
	}
	return memory;
}
