/** A message, or another record that is part of the story, as the replay knows it. */
import {type CallShape, type Form, isSpokenForm, type MessageShape} from './message.ts';
import type {Place} from './record-reader.ts';

export class Node {
	form: Form;
	/** Where the version lies that tells most: the newest line of its own, or else the newest snapshot's. */
	place: Place;
	/** Where its present text lies, if a snapshot says something else. */
	textPlace: Place | undefined;
	/** Its place on the path of the conversation; -1 when it was taken back. */
	position = -1;
	parent: Node | undefined;
	/** The message it repeats under another id. */
	copyOf: Node | undefined;
	/** It takes back what follows the same parent. */
	takesBack = false;
	/** What it is called by: its own id, and those of its copies. */
	readonly names: string[] = [];

	constructor(
		/** Unique within the session. */
		readonly id: string,
		public shape: MessageShape,
		place: Place,
		/** Known from a snapshot only. */
		public isFromSnapshot = false,
	) {
		this.form = shape.form;
		this.place = place;
	}

	get isSpoken(): boolean {
		return isSpokenForm(this.form);
	}

	get isMessage(): boolean {
		return this.form !== 'rewind' && this.form !== 'title' && this.form !== 'bookkeeping';
	}

	/** Whether an id is its own, and not that of a copy. */
	isNamed(id: string | undefined): boolean {
		return id !== undefined && this.names[0] === id;
	}

	/** A line of its own holds the message whole, and is written again whenever something is added. */
	rewrite(shape: MessageShape, place: Place): void {
		const {model, tokens} = this.shape;
		// What is known of its context is not in the record.
		if (!this.isReread(shape.form)) this.form = shape.form;
		this.shape = {...shape, model: shape.model ?? model, tokens: shape.tokens ?? tokens};
		this.place = place;
		this.textPlace = undefined;
		this.isFromSnapshot = false;
	}

	/** A snapshot has lost times, thoughts, tokens and results: only another text in it is news. */
	repeat(shape: MessageShape, place: Place): void {
		if (this.isFromSnapshot) {
			this.rewrite(shape, place);
			this.isFromSnapshot = true;
		} else if (shape.textKey !== '' && shape.textKey !== this.shape.textKey && shape.form === this.shape.form) {
			this.shape = {...this.shape, textKey: shape.textKey};
			this.textPlace = place;
		}
	}

	/** A copy that tells what the message itself does not. */
	learn(copy: Node): void {
		const {model, tokens} = this.shape;
		this.shape = {...this.shape, model: model ?? copy.shape.model, tokens: tokens ?? copy.shape.tokens};
	}

	/** Whether the two say the same, or call the same tools. */
	says({form, textKey, callKey}: MessageShape): boolean {
		if (form !== this.shape.form && form !== this.form) return false;
		if (textKey !== '' || this.shape.textKey !== '') {
			if (textKey === this.shape.textKey) return true;
			if (form === 'prompt' || form === 'context' || form === 'summary') return false;
		}
		return callKey.trim() !== '' && callKey === this.shape.callKey;
	}

	/** Whether a version of it knows results that this one does not. */
	lacks({calls}: MessageShape): boolean {
		const told = new Set(this.shape.calls.filter(call => call.hasResult).map(call => call.id));
		return calls.some(({id, hasResult}) => hasResult && !told.has(id));
	}

	/** Whether the results of a message are already with the calls of this one. */
	hasResults({form, results}: MessageShape): boolean {
		if (form !== 'results' || this.form !== 'answer') return false;
		const told = new Set(this.shape.calls.filter(call => call.hasResult).map(call => call.id));
		return results.every(({id}) => id !== undefined && told.has(id));
	}

	/** The summary of a compression is told by what follows it. */
	private isReread(form: Form): boolean {
		return this.form !== form && (this.form === 'summary' || this.form === 'harness') && form === 'prompt';
	}
}

export const noCalls: readonly CallShape[] = [];

/** The shape of a record that is not a message. */
export function plainShape(form: Form, timestamp?: string): MessageShape {
	return {
		form,
		textKey: '',
		callKey: '',
		calls: noCalls,
		results: noCalls,
		isError: false,
		answersSummary: false,
		timestamp,
	};
}
