/** Who said what, each once: prompts, answers and thoughts of both sides of a file. */
import type {Decoded, Draft} from './draft.ts';
import type {SetForm} from './form.ts';
import {Twins, textKey} from './twins.ts';

export class Speakers {
	private twins = new Map<string, Twins>();
	/** Prompts the model was sent that no event told of so far, since the model last spoke. */
	private unpaired: number[] = [];
	private isPromptTold = false;
	/** A turn that is known to have begun, and whether the person was told of a prompt in it. */
	private turn: {isPromptTold: boolean} | undefined;
	/** The newest answer that only the model's side tells of. */
	private lone: {node: number; text: string} | undefined;

	constructor(
		private readonly setForm: SetForm,
		private readonly onPrompt: (node: number) => void,
	) {}

	reset(): void {
		this.endTurn();
		this.twins = new Map();
		this.lone = undefined;
	}

	beginTurn(): void {
		this.settle();
		this.turn = {isPromptTold: false};
	}

	endTurn(): void {
		this.settle();
		this.turn = undefined;
	}

	observe(node: number, draft: Draft, {source, twinId}: Decoded): void {
		if (source === undefined) return;
		if (draft.kind !== 'user') this.settle();
		const hidden = this.twinsOf(draft.kind).see(
			node,
			source === 'response' ? 'model' : 'person',
			keysOf(draft, twinId),
		);
		if (hidden !== undefined) this.setForm(hidden, 'repeated');
		if (hidden === this.lone?.node) this.lone = undefined;
		if (draft.kind === 'user') this.observePrompt(node, source === 'response', hidden);
		else if (draft.kind === 'assistant' && source === 'response' && hidden === undefined)
			this.lone = {node, text: draft.text};
	}

	/** The model speaks, or the turn ends: nothing more will tell of the prompts before. */
	settle(): void {
		if (this.unpaired.length === 0) {
			this.isPromptTold = false;
			return;
		}
		for (const node of this.unpaired) {
			// Where a prompt was told, whatever else the model was sent is context, or that prompt in other words.
			if (this.isPromptTold || this.turn?.isPromptTold) this.setForm(node, 'aside');
			else this.onPrompt(node);
		}
		this.unpaired = [];
		this.isPromptTold = false;
	}

	/** The model's raw answer to "summarize this" is no answer to the person. */
	compacted(summary: string): void {
		const text = this.lone?.text.trim() ?? '';
		if (this.lone && text !== '' && summary.includes(text)) this.setForm(this.lone.node, 'aside');
		this.lone = undefined;
		this.settle();
	}

	private observePrompt(node: number, isResponse: boolean, hidden: number | undefined): void {
		if (hidden !== undefined) this.unpaired = this.unpaired.filter(each => each !== hidden);
		if (!isResponse) {
			this.isPromptTold = true;
			if (this.turn) this.turn.isPromptTold = true;
			if (hidden !== node) this.onPrompt(node);
		} else if (hidden === undefined) this.unpaired.push(node);
	}

	private twinsOf(kind: string): Twins {
		let twins = this.twins.get(kind);
		if (!twins) {
			twins = new Twins();
			this.twins.set(kind, twins);
		}
		return twins;
	}
}

/** A plan is told as an item of its own, and to the model inside the answer. */
const planMark = '<proposed_plan>';

/** What a record and its twin have in common; each is enough. */
export function keysOf({kind, text, detail}: Draft, twinId: string | undefined): string[] {
	const keys = [textKey(text)];
	// A thought is told part by part to the person, and as a whole to the model.
	if (kind === 'thinking' && text.includes('\n\n'))
		for (const part of text.split('\n\n')) if (part.trim() !== '') keys.push(textKey(part));
	if (twinId !== undefined) keys.push(`id ${twinId}`);
	if (detail?.endsWith('/Plan') || text.includes(planMark)) keys.push(planMark);
	return keys;
}
