/**
 * The drawings of a large session, in their order, by two threads: each takes the next part that nobody has taken. What the
 * other one can't do, or did not do when it is gone, is done here.
 */
import type {ByteRange, History} from '../../adapters/adapter.ts';
import type {Exported} from '../../formats/format.ts';
import {draw} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import {stretchesOf} from '../../formats/parts/stretches.ts';
import type {DrawHelper} from './draw-helper.ts';
import {loadRedactor} from './load-redactor.ts';
import {RangeDrawer, shapeOf} from './range-drawer.ts';
import type {DrawOrder} from './worker/draw-messages.ts';

/** Larger parts are drawn in their turn: what is drawn before it is kept in memory. */
const mostBytes = 8 * 1024 * 1024;
/** So many parts may be drawn before their turn. */
const mostAhead = 6;
/** When so many had to be drawn again, there is no use in drawing before the turn. */
const mostRedrawn = 3;

export type Together = {
	readonly history: History;
	/** With everything replaced that has to be. */
	readonly exported: Exported;
	readonly helper: DrawHelper;
	readonly order: DrawOrder;
	/** Told where the part ends that is drawn. */
	readonly onDrawn?: (to: number) => void;
};

export async function* drawTogether({history, exported, helper, order, onDrawn}: Together): AsyncGenerator<Drawing> {
	const ranges = exported.ranges.map(range => range ?? whole);
	const stretches = stretchesOf(history.graph);
	const drawer = new RangeDrawer(history, order.branch, await loadRedactor(order.choice, order.redaction));
	const shape = shapeOf(history);
	const {drawn} = helper;
	const {session} = exported;
	let turn = 0;
	let next = 0;
	let redrawn = 0;
	let wake = () => {};
	const mayDrawAhead = () => {
		const range = ranges[next];
		if (!range || next - turn > mostAhead || redrawn >= mostRedrawn) return false;
		return Math.min(range.to, order.ref.size) - range.from <= mostBytes;
	};
	helper.onChange = () => {
		// The file grew before it was read there.
		if (helper.shape !== undefined && helper.shape !== shape) return helper.close();
		for (; helper.hasRoom && mayDrawAhead(); next++) helper.draw({range: ranges[next]!, number: next, session});
		wake();
	};
	try {
		while (turn < ranges.length) {
			if (next === turn) next++;
			helper.onChange();
			if (helper.has(turn)) {
				if (mayDrawAhead()) {
					const number = next++;
					drawn.set(number, await drawer.draw(ranges[number]!, session));
				} else await new Promise<void>(resolve => (wake = resolve));
				continue;
			}
			const ahead = drawn.get(turn);
			if (!ahead && drawn.delete(turn)) redrawn++;
			yield* ahead ?? draw(exported, stretches, ranges[turn]!);
			drawn.delete(turn);
			onDrawn?.(ranges[turn]!.to);
			turn++;
		}
	} finally {
		helper.close();
	}
}

const whole: ByteRange = {from: 0, to: Number.POSITIVE_INFINITY};
