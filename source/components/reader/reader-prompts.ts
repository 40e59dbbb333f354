import type {ReaderView} from './reader-view.ts';

/** The prompts of an open session, and the way from one to the next. */
export class ReaderPrompts {
	constructor(private readonly view: ReaderView) {}

	/** The prompt at or above the top of the screen, and how many there are. */
	get position(): {readonly at: number; readonly of: number} {
		const {prompts, span} = this.view.document;
		// Of a window nobody knows how many come before.
		if (span && span.from > 0) return {at: 0, of: 0};
		return {at: countUpTo(prompts, this.view.viewport.topBlock), of: prompts.length};
	}

	/** To the prompt of this number, from 0. */
	goTo(number: number): void {
		const block = this.view.document.prompts[number];
		if (block === undefined) return;
		this.view.viewport.showBlock(block);
		this.view.choose(block);
	}

	/** To the next prompt, or the previous one; tells whether there was one. */
	step(direction: 1 | -1): boolean {
		const {document, viewport} = this.view;
		const {prompts} = document;
		const {block, line} = viewport.position;
		const isWithin = line > viewport.firstLineOf(block);
		const passed = countUpTo(prompts, direction > 0 || isWithin ? block : block - 1);
		const target = prompts[direction > 0 ? passed : passed - 1];
		if (target === undefined) return false;
		viewport.showBlock(target);
		return true;
	}
}

/** How many of ascending numbers are not above one. */
function countUpTo(numbers: readonly number[], most: number): number {
	let [low, high] = [0, numbers.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (numbers[middle]! <= most) low = middle + 1;
		else high = middle;
	}
	return low;
}
