/**
 * Plays a log again. Two things are kept apart: `live`, the messages the program itself would have in its hands at this
 * point, and the path, which is the conversation as a person remembers it: a compression takes nothing away from it.
 */
import {alignSnapshot} from './align-snapshot.ts';
import {isSpokenForm, isSummaryOf, type MessageShape} from './message.ts';
import {type Node, plainShape} from './node.ts';
import {Path} from './path.ts';
import type {Place} from './record-reader.ts';

export type PlacedMessage = {readonly shape: MessageShape; readonly place: Place};

type Targets = ReadonlyArray<Node | undefined>;

export class Replay {
	readonly path = new Path();
	private live = new Set<Node>();
	/** What was live before a snapshot without any conversation: a resume begins with one, and puts it all back. */
	private held: ReadonlySet<Node> | undefined;

	/** A message on a line of its own: a new one, or a new version of one. */
	upsert(shape: MessageShape, place: Place): Node {
		const known = this.path.find(shape.id);
		if (known) {
			// A copy has lost much; it is worth reading only if a call was finished under its id.
			if (known.isNamed(shape.id) || known.lacks(shape)) known.rewrite(shape, place);
			this.live.add(known);
			return known;
		}
		if (isSpokenForm(shape.form)) this.settle(place);
		const node = this.path.append(this.path.create(shape, place));
		this.live.add(node);
		markSummary(node);
		return node;
	}

	/** A record beside the messages. */
	note(shape: MessageShape, place: Place): Node {
		return this.path.append(this.path.create(shape, place));
	}

	/** Takes back a message and all that follow it. One that is not known takes back everything, as in the program. */
	rewind(id: string, place: Place): Node {
		this.settle(place);
		const live = [...this.live];
		const target = this.path.find(id);
		const from = Math.max(0, target ? live.indexOf(target) : 0);
		const start = lowest(live.slice(from));
		const left = live.slice(0, from);
		this.live = new Set(left);
		const node = this.cut(start, place);
		// A summary is live before the messages that were kept, but stands after them on the path.
		for (const each of left) if (each.position < 0) this.live.add(this.path.append(this.path.copy(each)));
		return node;
	}

	/** A list of all messages takes the place of those before it. */
	snapshot(messages: readonly PlacedMessage[], place: Place): void {
		const before = this.held ?? this.live;
		const found = messages.map(({shape}) => ({shape, known: this.path.find(shape.id)}));
		const {targets, lifted} = alignSnapshot(found, this.path.nodes, before);
		this.path.lift(new Set(lifted.values()));
		this.path.merge(found.flatMap(({known}, at) => (known && targets[at] ? [[known, targets[at]] as const] : [])));

		const isEmpty = !messages.some(({shape}, at) => targets[at]?.isSpoken ?? isSpokenForm(shape.form));
		if (isEmpty && [...before].some(node => node.isSpoken)) {
			this.held = before;
			this.live = this.settleMessages(messages, targets, lifted, false);
			return;
		}
		this.held = undefined;
		const kept = new Set(targets);
		const dropped = [...before].filter(node => node.isSpoken && node.position >= 0 && !kept.has(node));
		const isCompression = dropped.length > 0 && sumsUp(messages, targets);
		if (!isCompression) this.cutTail(dropped, kept, place);
		this.live = this.settleMessages(messages, targets, lifted, isCompression);
	}

	/** What a newer program writes in place of a snapshot: which messages are gone. */
	patch(removed: readonly string[], place: Place): void {
		const gone = new Set(removed.map(id => this.path.find(id)));
		const kept = [...this.live].filter(node => !gone.has(node));
		this.snapshot(
			kept.map(node => ({shape: {...node.shape, id: node.names.at(-1)}, place: node.place})),
			place,
		);
	}

	/** Another file of the same session tells the story again from the beginning. */
	restart(): void {
		this.held ??= this.live;
		this.live = new Set();
	}

	/** Something is said after a snapshot that put nothing back: then the conversation before it was left behind. */
	private settle(place: Place): void {
		if (!this.held) return;
		const dropped = [...this.held].filter(node => node.isSpoken && !this.live.has(node));
		this.held = undefined;
		this.cutTail(dropped, this.live, place);
	}

	/** Only the end of a conversation can be taken back. What is missing from its middle was merely left out. */
	private cutTail(dropped: readonly Node[], kept: Iterable<Node | undefined>, place: Place): void {
		let last = -1;
		for (const node of kept) if (node?.isSpoken) last = Math.max(last, node.position);
		if (!dropped.some(({position}) => position > last)) return;
		this.cut(lowest(this.path.nodes.filter(node => node.isSpoken && node.position > last)), place);
	}

	/** Ends the path before a position; a note stands in the place of what followed. */
	private cut(position: number, place: Place): Node {
		const removed = this.path.cut(position);
		this.live = new Set([...this.live].filter(node => node.position >= 0));
		const note = this.path.create(plainShape('rewind'), place);
		note.takesBack = removed.some(node => node.isSpoken);
		return this.path.append(note);
	}

	/** Gives every message of a snapshot its node: the one it was found to be, or a new one. */
	private settleMessages(
		messages: readonly PlacedMessage[],
		targets: Targets,
		lifted: ReadonlyMap<number, Node>,
		isCompression: boolean,
	): Set<Node> {
		const live = new Set<Node>();
		const lastKnown = targets.findLastIndex(target => target?.isSpoken);
		let previous: Node | undefined;
		let isSummed = !isCompression;
		for (const [at, {shape, place}] of messages.entries()) {
			const target = targets[at];
			if (target) {
				if (target.isNamed(shape.id)) target.repeat(shape, place);
				else this.path.name(target, shape.id);
				previous = target;
			} else if (!previous?.hasResults(shape)) {
				const node = lifted.get(at) ?? this.path.create(shape, place, true);
				if (!isSummed && (shape.form === 'prompt' || shape.form === 'summary')) {
					node.form = 'summary';
					isSummed = true;
				}
				this.path.append(node, isCompression || at > lastKnown ? undefined : previous);
				markSummary(node);
				previous = node;
			}
			if (previous) live.add(previous);
		}
		return live;
	}
}

/** Whether new messages of a snapshot sum up what it drops: by their words, or because what was kept follows them. */
function sumsUp(messages: readonly PlacedMessage[], targets: Targets): boolean {
	if (messages.some(({shape}, at) => !targets[at] && isSummaryOf(shape, messages[at + 1]?.shape))) return true;
	const firstNew = messages.findIndex(({shape}, at) => !targets[at] && shape.form === 'prompt');
	return firstNew !== -1 && targets.some((target, at) => at > firstNew && target?.isSpoken);
}

/** The words that follow a summary tell it from a prompt. */
function markSummary({parent, shape}: Node): void {
	if (parent?.form === 'prompt' && isSummaryOf(parent.shape, shape)) parent.form = 'summary';
}

function lowest(nodes: readonly Node[]): number {
	return nodes.reduce((best, {position}) => Math.min(best, position), Number.POSITIVE_INFINITY);
}
