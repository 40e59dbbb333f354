/**
 * Finds the messages of a snapshot again. Most keep their id. But whenever the program sets its history anew (a
 * compression, a masked output, a call that was declined, `/chat resume`) it gives copies of old messages new ids, and
 * what was said once must not be shown twice.
 */
import {isSpokenForm, isSummaryOf, type MessageShape} from './message.ts';
import type {Node} from './node.ts';

export type SnapshotMessage = {readonly shape: MessageShape; readonly known: Node | undefined};

/** For each message of the snapshot the node it is; undefined for new ones. `path` is the conversation so far. */
export function alignSnapshot(messages: readonly SnapshotMessage[], path: readonly Node[]): Array<Node | undefined> {
	const copied = copiesAtEnd(messages, path);
	if (copied) return copied;
	const known = new Set(messages.map(message => message.known));
	const targets: Array<Node | undefined> = messages.map(message => message.known);
	let before = path.length;
	// From the end, because what is kept is the end of the conversation.
	for (let at = messages.length - 1; at >= 0; at--) {
		const {shape} = messages[at]!;
		// A summary is made anew each time, even if it says the same.
		const isNew = shape.form === 'scripted' || isSummaryOf(shape, messages[at + 1]?.shape);
		if (!isNew) targets[at] ??= findBefore(path, before, node => !known.has(node) && node.says(shape));
		const target = targets[at];
		if (target && target.position >= 0) before = target.position;
	}
	return targets;
}

/**
 * Before such a snapshot every message is written again under a new id, so the copies are known; they are the end of
 * the path, and the snapshot consists of nothing else. undefined: that is not what happened.
 */
function copiesAtEnd(messages: readonly SnapshotMessage[], path: readonly Node[]): Array<Node | undefined> | undefined {
	const spoken = messages.filter(({known, shape}) => known?.isSpoken ?? isSpokenForm(shape.form));
	const first = spoken[0]?.known;
	if (!first || spoken.some(({known}) => !known)) return undefined;
	const end = path.slice(first.position).filter(node => node.isSpoken);
	const isWholeEnd = end.length === spoken.length && end.every((node, at) => node === spoken[at]!.known);
	if (!isWholeEnd || end.some(({shape}) => shape.model !== undefined || shape.tokens !== undefined)) return undefined;

	const targets: Array<Node | undefined> = messages.map(() => undefined);
	let before = first.position;
	for (let at = messages.length - 1; at >= 0; at--) {
		const {shape, known} = messages[at]!;
		// A summary was live before the messages that were kept, but stands after them on the path.
		const isSummed = shape.form === 'scripted' || known?.form === 'summary';
		const end = isSummed ? first.position : before;
		const original = findBefore(path, end, node => node.isMessage && node.says(shape));
		if (!original && (known?.form === 'prompt' || known?.form === 'summary')) return undefined;
		targets[at] = original ?? (known?.isSpoken ? undefined : known);
		if (original && !isSummed) before = original.position;
	}
	if (!targets.some((target, at) => target?.isSpoken && target !== messages[at]!.known)) return undefined;
	// An answer that was put together from several has no single original.
	let previous: Node | undefined;
	return targets.map((target, at) => {
		const {known} = messages[at]!;
		previous = target ?? (known?.isSpoken ? (previous ?? known) : previous);
		return target ?? (known?.isSpoken ? previous : undefined);
	});
}

function findBefore(path: readonly Node[], end: number, fits: (node: Node) => boolean): Node | undefined {
	for (let at = end - 1; at >= 0; at--) if (fits(path[at]!)) return path[at];
	return undefined;
}
