import {Pacer} from '../pacer.ts';
import type {ListedSession, SessionSource} from '../session-source.ts';
import {PackedMemory} from './packed-memory.ts';
import {ReaderDocument, type Span} from './reader-document.ts';
import type {ReaderView} from './reader-view.ts';

/** Where a window is opened: at an end of the session, or so that a byte of its file is at the top of the screen. */
export type WindowPlace = 'start' | 'end' | {readonly byte: number};

export type WindowOptions = {
	readonly source: SessionSource;
	readonly ref: () => ListedSession;
	readonly view: ReaderView;
	readonly signal: AbortSignal;
	/** Shows another window; `move` tells the view where to be in it, otherwise it stays where it is. */
	readonly show: (document: ReaderDocument, move?: () => void) => void;
};

/** Read at once: a few milliseconds, and more than a screen as a rule. */
const firstBytes = 128 * 1024;
const stepBytes = 512 * 1024;
/** A window does not become larger, unless the screen itself needs more. */
const mostBytes = 6 * 1024 * 1024;
/** Characters of text that a window keeps. */
const room = 3 * 1024 * 1024;

type Range = {readonly from: number; readonly to: number};

/**
 * Parts of a large session, shown while the whole of it is still being read: entries in the order of the file, before
 * anybody knows the branches. A window grows where the screen comes near its edge, and loses what is far from it.
 */
export class Windows {
	private turn = 0;
	private isReaching = false;
	/** The session can only be read whole, as far as is known. */
	private isRefused = false;

	constructor(private readonly options: WindowOptions) {}

	get canOpen(): boolean {
		return this.options.source.stretch !== undefined && !this.isRefused;
	}

	/** Opens a window; false where that can't be done. Whoever goes elsewhere meanwhile stays there. */
	async goTo(place: WindowPlace): Promise<boolean> {
		const {view, show} = this.options;
		const {viewport} = view;
		const turn = ++this.turn;
		const document = await this.read(rangeAt(place), turn);
		if (turn !== this.turn) return true;
		if (!document) return false;
		show(document, () => {
			if (place === 'start') viewport.scrollToStart();
			else if (place === 'end') viewport.scrollToEnd();
			else viewport.goToByte(place.byte);
		});
		void this.reach();
		return true;
	}

	/** What was asked for is not wanted any more. */
	leave(): void {
		this.turn++;
	}

	/** Opens a window at the next prompt beyond this one, or the last one before it; true if there is one to look for. */
	seekPrompt(direction: 1 | -1): boolean {
		const {span} = this.options.view.document;
		if (!span || (direction > 0 ? span.to >= span.size : span.from <= 0)) return false;
		void this.findPrompt(span, direction);
		return true;
	}

	private async findPrompt(span: Span, direction: 1 | -1): Promise<void> {
		const turn = ++this.turn;
		let edge = direction > 0 ? span.to : span.from;
		for (let step = firstBytes; turn === this.turn; step = Math.min(2 * step, mostBytes)) {
			const range = direction > 0 ? {from: edge, to: edge + step} : {from: Math.max(0, edge - step), to: edge};
			const document = await this.read(range, turn);
			if (!document?.span) return;
			const {prompts} = document;
			const byte = document.byteOf((direction > 0 ? prompts[0] : prompts.at(-1)) ?? -1);
			const {from, to, size} = document.span;
			if (byte !== undefined) {
				await this.goTo({byte});
				return;
			}
			edge = direction > 0 ? to : from;
			if (edge <= 0 || edge >= size) return;
		}
	}

	/** Reads more where the screen is near an edge of the window. */
	async reach(): Promise<void> {
		if (this.isReaching) return;
		this.isReaching = true;
		const {view, show} = this.options;
		for (;;) {
			const {document} = view;
			const range = widerRange(view);
			const wider = range && (await this.read(range, this.turn));
			if (!wider || view.document !== document) break;
			const {from, to} = document.span!;
			// The file is shorter than it was, or its end was reached.
			if (wider.span!.from >= from && wider.span!.to <= to) break;
			show(wider);
		}
		this.isReaching = false;
	}

	private async read(range: Range, turn: number): Promise<ReaderDocument | undefined> {
		const {source, ref, signal} = this.options;
		try {
			const stretch = await source.stretch?.(ref(), range);
			if (!stretch) this.isRefused = true;
			if (!stretch || signal.aborted) return undefined;
			const {from, to, size} = stretch;
			const document = new ReaderDocument({room, memory: new PackedMemory(), span: {from, to, size}});
			const pacer = new Pacer();
			for await (const entry of stretch.entries) {
				if (signal.aborted || turn !== this.turn) return undefined;
				document.add(entry);
				await pacer.pause();
			}
			return document;
		} catch {
			// Reading it whole fails for the same reason, and says so.
			return undefined;
		}
	}
}

function rangeAt(place: WindowPlace): Range {
	if (place === 'start') return {from: 0, to: firstBytes};
	if (place === 'end') return {from: -firstBytes, to: Number.POSITIVE_INFINITY};
	return {from: Math.max(0, place.byte - firstBytes / 4), to: place.byte + firstBytes};
}

/** The range of a larger window, if the screen needs one; without what is far behind, if it would become too large. */
function widerRange({document, viewport}: ReaderView): Range | undefined {
	const {sight, rows} = viewport;
	const {span, blocks} = document;
	if (!span) return undefined;
	const {from, to, size} = span;
	const margin = 2 * rows;
	const isLarge = to - from >= mostBytes;
	const isNear = (left: number) => left < (isLarge ? 1 : margin);
	const step = Math.max(stepBytes, to - from);
	const byteOf = (block: number, otherwise: number) => document.byteOf(block) ?? otherwise;
	if (from > 0 && isNear(sight.from)) {
		const first = Math.max(0, from - step);
		return {from: first, to: to - first > mostBytes ? Math.min(to, byteOf(sight.to + margin, to)) : to};
	}
	if (to < size && isNear(blocks.length - sight.to)) {
		const last = Math.min(size, to + step);
		return {from: last - from > mostBytes ? Math.max(from, byteOf(sight.from - margin, from)) : from, to: last};
	}
	return undefined;
}
