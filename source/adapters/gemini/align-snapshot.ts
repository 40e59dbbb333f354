/**
 * Finds the messages of a snapshot again. Most keep their id. But whenever the program sets its history anew (a
 * compression, a masked output, a call that was declined, `/chat resume`) it gives copies of old messages new ids, and
 * what was said once must not be shown twice.
 */
import {isSpokenForm, isSummaryOf, type MessageShape} from './message.ts';
import type {Node} from './node.ts';

export type SnapshotMessage = {readonly shape: MessageShape; readonly known: Node | undefined};

export type Alignment = {
	/** For each message of the snapshot the node it is; undefined for new ones. */
	readonly targets: ReadonlyArray<Node | undefined>;
	/** Of those without a target the nodes that are on the path already, but belong behind what is kept of it. */
	readonly lifted: ReadonlyMap<number, Node>;
};

/** `path` is the conversation so far, `live` what the program had of it before the snapshot. */
export function alignSnapshot(
	messages: readonly SnapshotMessage[],
	path: readonly Node[],
	live: ReadonlySet<Node>,
): Alignment {
	const known = new Set(messages.map(message => message.known));
	const first = firstCopy(messages, path);
	const isAnew = first && path.some(node => node.isSpoken && live.has(node) && !known.has(node));
	if (isAnew) return alignCopies(messages, path, first);

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
	return {targets, lifted: new Map()};
}

/**
 * As a rule every message is written again under its new id before the snapshot. Then the copies are known: they are
 * the end of the path, the snapshot consists of nothing else, and no model gave the answers among them. The first of
 * them, or undefined if that is not what happened.
 */
function firstCopy(messages: readonly SnapshotMessage[], path: readonly Node[]): Node | undefined {
	const spoken = messages.filter(({known, shape}) => known?.isSpoken ?? isSpokenForm(shape.form));
	const first = spoken[0]?.known;
	if (!first || spoken.some(({known}) => !known)) return undefined;
	const end = path.slice(first.position).filter(node => node.isSpoken);
	const isWholeEnd = end.length === spoken.length && end.every((node, at) => node === spoken[at]!.known);
	if (!isWholeEnd || end.some(isRecorded)) return undefined;
	const isCopied = ({shape}: SnapshotMessage) =>
		findBefore(path, first.position, node => node.says(shape)) !== undefined;
	return path.slice(0, first.position).some(isRecorded) || spoken.some(isCopied) ? first : undefined;
}

function isRecorded({shape}: Node): boolean {
	return shape.model !== undefined || shape.tokens !== undefined;
}

function alignCopies(messages: readonly SnapshotMessage[], path: readonly Node[], first: Node): Alignment {
	const originals: Array<Node | undefined> = messages.map(() => undefined);
	let before = first.position;
	for (let at = messages.length - 1; at >= 0; at--) {
		const {shape, known} = messages[at]!;
		// A summary was live before the messages that were kept, but stands after them on the path.
		const isSummed = shape.form === 'scripted' || known?.form === 'summary';
		const original = findBefore(path, isSummed ? first.position : before, node => node.isMessage && node.says(shape));
		originals[at] = original;
		if (original && !isSummed) before = original.position;
	}
	// What has no original any more was taken back before, and now it is there again, with all that follows.
	const isBack = ({known}: SnapshotMessage, at: number) =>
		!originals[at] && (known?.form === 'prompt' || known?.form === 'summary');
	const back = messages.findIndex(isBack);
	const kept = back === -1 ? messages.length : back;
	let previous: Node | undefined;
	const targets = messages.map(({known}, at) => {
		if (at >= kept) return undefined;
		// An answer that was put together from several has no single original.
		previous = originals[at] ?? (known?.isSpoken ? previous : undefined) ?? known ?? previous;
		return originals[at] ?? (known?.isSpoken ? previous : known);
	});
	const lifted = new Map<number, Node>();
	for (const [at, {known}] of messages.entries())
		if (at >= kept && known && known.position >= first.position) lifted.set(at, known);
	return {targets, lifted};
}

function findBefore(path: readonly Node[], end: number, fits: (node: Node) => boolean): Node | undefined {
	for (let at = end - 1; at >= 0; at--) if (fits(path[at]!)) return path[at];
	return undefined;
}
