/** Everything of a session, or of a part of it, that does not depend on what came before: as Markdown. */
import type {ByteRange} from '../../adapters/adapter.ts';
import type {Entry} from '../../model/entry.ts';
import type {Session} from '../../model/session.ts';
import type {Exported} from '../format.ts';
import {type Part, PartMaker, type Tally} from '../parts/parts.ts';
import type {Stretch, Stretches} from '../parts/stretches.ts';
import type {Drawing, Head, Stroke} from './drawing.ts';
import {Ink} from './ink.ts';
import {
	type Inked,
	modelNote,
	partMarkdown,
	promptMarkdown,
	promptWords,
	setApart,
	toolMarkdown,
} from './part-markdown.ts';

/** Of one branch everything is shown in one section; of all of them, the active one comes first. */
export const mainSection = 0;

/** So much is drawn before it is handed on. */
const fullSheet = 1024 * 1024;

/** A text that begins like this would go on with a list before it. */
const clings = /^(?:[ \t]|[-+*] |\d+[.)] )/;

/** What has to be known of a session to draw it. */
export type Drawn = Pick<Exported, 'branch' | 'compactions' | 'batches'> & {
	readonly session: Pick<Session, 'cwd'>;
};

/** In memory still; its bytes hold until the next one is asked for. */
export type FreshDrawing = Drawing & {readonly bytes: Uint8Array};

export async function* draw(drawn: Drawn, stretches: Stretches, range?: ByteRange): AsyncGenerator<FreshDrawing> {
	const tally: Tally = {asides: 0};
	const sheet = new Sheet(drawn, stretches);
	const maker = new PartMaker(drawn, stretches, tally, part => sheet.add(part));
	const take = () => {
		const drawing = {...sheet.take(), asides: tally.asides};
		tally.asides = 0;
		return drawing;
	};
	try {
		for await (const batch of drawn.batches(range)) {
			maker.addAll(batch);
			if (sheet.size < fullSheet) continue;
			yield take();
			sheet.clear();
		}
		maker.finish();
		yield take();
	} finally {
		sheet.putAway();
	}
}

/** The forks that one comes past on the way to a stretch, as a part that lies in it would tell of them. */
export function drawWay(drawn: Drawn, stretches: Stretches, stretch: Stretch): FreshDrawing {
	const sheet = new Sheet(drawn, stretches);
	new PartMaker(drawn, stretches, {asides: 0}, part => sheet.add(part)).enter(stretch);
	return {...sheet.take(), asides: 0};
}

/** What a drawing knows of a section; nothing at first. */
type Known = {model?: string; isProse?: boolean};

class Sheet {
	private readonly ink = new Ink();
	private strokes: Stroke[] = [];
	private readonly sections = new Map<number, Known>();

	constructor(
		private readonly drawn: Drawn,
		private readonly stretches: Stretches,
	) {}

	get size(): number {
		return this.ink.length;
	}

	add(part: Part): void {
		const {stretch} = part;
		const section = this.drawn.branch !== 'all' || stretch.isActive ? mainSection : stretch.number;
		const known = this.knownOf(section);
		if (part.kind === 'prompt') {
			known.isProse = false;
			const words = promptWords(part.entry);
			this.begin(section, known, promptMarkdown(part.entry, words), {kind: 'prompt', words});
			return;
		}
		if (part.kind === 'tool') {
			const pieces = toolMarkdown(part, this.drawn.session.cwd);
			known.isProse = pieces[0].startsWith('- ');
			this.goOn(section, known, '\n', ...pieces);
			return;
		}
		const piece = partMarkdown(part, this.stretches);
		if (part.kind === 'fork') {
			// Where the fork was told before, it is left out, and the section ends as it did.
			known.isProse = undefined;
			this.begin(section, known, piece, {kind: 'fork', fork: part.fork});
		} else if (part.kind === 'named') {
			known.isProse = undefined;
			this.begin(section, known, piece, {kind: 'named', title: part.entry.text});
		} else if (part.kind === 'answer') this.addAnswer(section, known, piece, part.entry);
		else {
			known.isProse = piece.startsWith('- ');
			this.goOn(section, known, `\n${piece}`);
		}
	}

	private knownOf(section: number): Known {
		const known = this.sections.get(section) ?? {};
		this.sections.set(section, known);
		return known;
	}

	/** To be cleared before anything else is added. */
	take(): Omit<FreshDrawing, 'asides'> {
		return {bytes: this.ink.bytes(), strokes: this.strokes};
	}

	clear(): void {
		this.ink.clear();
		this.strokes = [];
	}

	putAway(): void {
		this.ink.putAway();
	}

	private addAnswer(section: number, known: Known, piece: string, entry: Entry): void {
		const isText = !piece.startsWith('<details');
		const speaker = entry.isSidechain ? undefined : entry.model;
		const isClinging = isText && known.isProse !== false && clings.test(piece);
		const isUnsure =
			(isClinging && known.isProse === undefined) || (speaker !== undefined && known.model === undefined);
		const note = speaker === undefined || speaker === known.model ? '' : modelNote(speaker);
		known.model = speaker ?? known.model;
		known.isProse = isText || piece.startsWith('- ');
		if (isUnsure) this.begin(section, known, piece, {kind: 'answer', speaker, isClinging});
		else this.goOn(section, known, `\n${note}${isClinging ? setApart : ''}${piece}`);
	}

	private begin(section: number, {model, isProse}: Known, text: string, head?: Head): void {
		const from = this.ink.length;
		this.ink.write(text);
		this.strokes.push({section, from, to: this.ink.length, head, model, isProse});
	}

	private goOn(section: number, known: Known, ...texts: readonly Inked[]): void {
		let last = this.strokes.at(-1);
		if (last?.section !== section || isMaybe(last.head)) {
			this.begin(section, known, '');
			last = this.strokes.at(-1)!;
		}
		for (const text of texts) {
			if (typeof text === 'string') this.ink.write(text);
			else this.ink.writeBytes(text.bytes);
		}
		last.to = this.ink.length;
		last.model = known.model;
		last.isProse = known.isProse;
	}
}

/** It may be left out, which must not take anything else with it. */
function isMaybe(head: Head | undefined): boolean {
	return head?.kind === 'fork' || head?.kind === 'named';
}
