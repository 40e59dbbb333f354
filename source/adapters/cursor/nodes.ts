/** The story as a graph: every record a node, in reading order, what was given up before what came of it instead. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {Counts} from '../../model/session.ts';
import {later, noShape, type Piece, type Place} from './piece.ts';
import type {ShownTurn} from './shown-turns.ts';
import type {Section} from './story.ts';
import type {Surveyed} from './survey.ts';

export type Node = {
	readonly id: string;
	readonly parent?: string;
	readonly piece: Piece;
	/** The answer it is a part of. */
	readonly message?: string;
	/** Tells what another record tells better: it yields no entries. */
	readonly isTwin: boolean;
	/** The times of its turn, where they are known. */
	readonly shown?: ShownTurn;
};

export type Outline = {
	readonly nodes: readonly Node[];
	readonly graph: BranchGraph;
	readonly counts: Counts;
	readonly newest?: string;
	readonly oldest?: string;
	/** Those that records name. */
	readonly models: readonly string[];
};

/** `own` are the records about the chat itself: some stand before the conversation, the root after it. */
export function outline(surveyed: Surveyed, own: ReadonlyArray<Place['kind']>): Outline {
	const layout = new Layout(surveyed);
	for (const kind of own) if (kind === 'meta' || kind === 'sidecar') layout.addOwn(kind);
	for (const section of surveyed.story.path) layout.addSection(section);
	const last = surveyed.story.path.at(-1);
	// Without a record to stand on, what was taken back last could not be told from what goes on.
	if (own.includes('root') || (last?.branches.length ?? 0) > 0) layout.addOwn('root', (last?.branches.length ?? 0) > 0);
	return layout.finish();
}

class Layout {
	private readonly nodes: Node[] = [];
	private readonly builder = new BranchGraphBuilder();
	private readonly uses = new Map<string, number>();
	private tip: string | undefined;
	private newest: string | undefined;
	private oldest: string | undefined;

	constructor(private readonly surveyed: Surveyed) {}

	addOwn(kind: 'meta' | 'sidecar' | 'root', takesBack = false): void {
		this.add({kind, ...noShape}, {takesBack});
	}

	addSection(section: Section): void {
		const shown = section.shown === undefined ? undefined : this.surveyed.shown[section.shown];
		this.observeTimes(section, shown);
		if (section.pieces.some(({kind}) => kind === 'shown')) this.addShownPieces(section, shown);
		else this.addPieces(section, shown);
		// What nobody speaks (a turn's end, an error) only the transcript has.
		for (const piece of section.twins) this.add(piece, {isTwin: !(piece.kind === 'line' && piece.isMarker)});
		const {tip} = this;
		for (const branch of section.branches) {
			this.addSection(branch);
			this.tip = tip;
		}
	}

	finish(): Outline {
		const graph = this.builder.build(this.tip);
		const {nodes, newest, oldest} = this;
		const belongs = graph.membership();
		const answers = new Set<string>();
		let prompts = 0;
		let [toolCalls, errors, unknown] = [0, 0, 0];
		let endsInError = false;
		for (const [at, {id, piece, message, isTwin}] of nodes.entries()) {
			if (isTwin) continue;
			toolCalls += piece.calls;
			errors += piece.errors;
			unknown += piece.unknown;
			if (!belongs(at)) continue;
			if (piece.isFailure || piece.role === 'prompt' || piece.role === 'answer') endsInError = piece.isFailure;
			if (piece.role === 'prompt') prompts++;
			else if (piece.role === 'answer') answers.add(message ?? id);
		}
		const counts = {
			prompts,
			messages: prompts + answers.size,
			toolCalls,
			errors,
			forks: graph.forks.length,
			unknown: unknown || undefined,
			endsInError: endsInError || undefined,
		};
		const models = [...new Set(nodes.flatMap(({piece}) => piece.model ?? []))];
		return {nodes, graph, counts, newest, oldest, models};
	}

	/** A turn that only the turns themselves tell of: one answer of several steps. */
	private addShownPieces(section: Section, shown: ShownTurn | undefined): void {
		const message = section.pieces.find(({role}) => role === 'answer');
		const name = message && this.nameOf(message);
		for (const piece of section.pieces) this.add(piece, {shown, message: piece.role === 'answer' ? name : undefined});
	}

	/** Messages, with the thinking put in that only the turn as it was shown has. */
	private addPieces(section: Section, shown: ShownTurn | undefined): void {
		const needsThinking = shown !== undefined && !section.pieces.some(({hasThinking}) => hasThinking);
		const steps = needsThinking ? shown.steps : [];
		let next = 0;
		const takeThinking = (spoken: number, message?: string) => {
			for (let left = spoken; next < steps.length && (left > 0 || steps[next] === 'thinking'); next++) {
				if (steps[next] !== 'thinking') left--;
				else this.add({kind: 'shown', turn: section.shown!, step: next, ...noShape, role: 'answer'}, {shown, message});
			}
		};
		for (const piece of section.pieces) {
			if (piece.role === 'answer' && piece.spoken > 0) takeThinking(piece.spoken, this.nameOf(piece));
			this.add(piece, {shown});
		}
		takeThinking(Number.POSITIVE_INFINITY);
	}

	private add(
		piece: Piece,
		more: {shown?: ShownTurn; message?: string; isTwin?: boolean; takesBack?: boolean} = {},
	): void {
		const id = this.nameOf(piece);
		this.uses.set(plainName(piece), (this.uses.get(plainName(piece)) ?? 0) + 1);
		const {isTwin = false, takesBack, shown} = more;
		const message = piece.role === 'answer' ? (more.message ?? id) : undefined;
		const role = isTwin ? 'aside' : piece.role;
		this.builder.add({id, parent: this.tip, role, message: isTwin ? undefined : message, takesBack});
		this.nodes.push({id, parent: this.tip, piece, message, isTwin, shown});
		this.tip = id;
	}

	/** The same words twice are the same blob: the second needs a name of its own. */
	private nameOf(piece: Piece): string {
		const name = plainName(piece);
		const uses = this.uses.get(name) ?? 0;
		return uses === 0 ? name : `${name}@${uses + 1}`;
	}

	private observeTimes({pieces}: Section, shown: ShownTurn | undefined): void {
		for (const time of [shown?.promptTime, shown?.newest, ...pieces.map(piece => piece.time)]) {
			this.newest = later(this.newest, time);
			if (time !== undefined && (this.oldest === undefined || time < this.oldest)) this.oldest = time;
		}
	}
}

function plainName(piece: Piece): string {
	switch (piece.kind) {
		case 'message':
			return piece.message.id;
		case 'line':
			return `line@${piece.offset}`;
		case 'archive':
			return `archive-${piece.archive + 1}`;
		case 'shown':
			return `turn-${piece.turn + 1}.${piece.step + 1}`;
		default:
			return piece.kind;
	}
}
