/** The first pass over a session: its shape and its sums, none of its text. */
import {type Fields, isFields, isoTime, listOf, stringOf} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {type Form, type MessageShape, shapeOf} from './message.ts';
import {type Node, plainShape} from './node.ts';
import type {Place} from './record-reader.ts';
import {type PlacedMessage, Replay} from './replay.ts';
import {SessionFacts} from './session-facts.ts';
import type {Piece} from './split-log.ts';

/** A record as it lies in its file, and the node it belongs to, if it belongs to one. */
export type SurveyedRecord = {readonly place: Place; readonly node?: Node};

/** Fields of a `$set` that say nothing more than the records around it. */
const silentFields = new Set(['messages', 'lastUpdated', 'sessionId', 'startTime', 'projectHash', 'kind', 'summary']);

export class Survey {
	readonly facts = new SessionFacts();
	readonly replay = new Replay();
	readonly records: SurveyedRecord[] = [];
	/** Files of lines, not documents. */
	readonly logs = new Set<string>();
	private file = '';
	private hasTask = false;

	constructor(private readonly isAgent: boolean) {}

	beginFile(file: string): void {
		if (this.file !== '') this.replay.restart();
		this.file = file;
	}

	/** The messages of a snapshot, made small while it is read. */
	digest({value, offset, length}: RawRecord): PlacedMessage {
		const shape = isFields(value) ? shapeOf(value) : plainShape('unknown');
		return {shape, place: this.placeOf(offset, length)};
	}

	observe(piece: Piece<PlacedMessage>): void {
		const {value, offset, length} = piece.record;
		const place = this.placeOf(offset, length);
		switch (piece.kind) {
			case 'line':
				this.logs.add(this.file);
				this.records.push({place, node: this.observeLine(value, piece.messages, place)});
				break;
			case 'message':
				this.records.push({place, node: this.observeElement(value, place)});
				break;
			case 'shell':
				if (isFields(value)) this.facts.observeHeader(value);
		}
	}

	/** In the order in which the program itself tells its records apart. */
	private observeLine(value: unknown, messages: readonly PlacedMessage[], place: Place): Node | undefined {
		if (!isFields(value)) return this.replay.note(plainShape('unknown'), place);
		if (typeof value.$rewindTo === 'string') return this.replay.rewind(value.$rewindTo, place);
		if (typeof value.id === 'string') return this.upsert(value, place);
		if (isFields(value.$patch)) return this.observePatch(value.$patch, place);
		if (isFields(value.$set)) return this.observeSet(value.$set, messages, place);
		if (typeof value.sessionId !== 'string') return this.replay.note(plainShape('unknown'), place);
		this.facts.observeHeader(value);
		const node = this.replay.note(plainShape('bookkeeping', isoTime(value.startTime)), place);
		this.facts.observeSnapshot(messages.map(({shape}) => shape));
		for (const {shape, place} of messages) this.add(shape, place);
		return node;
	}

	private observeElement(value: unknown, place: Place): Node {
		return isFields(value) ? this.upsert(value, place) : this.replay.note(plainShape('unknown'), place);
	}

	private upsert(message: Fields, place: Place): Node {
		const shape = shapeOf(message);
		this.facts.observeMessage(message, shape);
		return this.add(shape, place);
	}

	private add(shape: MessageShape, place: Place): Node {
		const isNew = this.replay.path.find(shape.id) === undefined;
		const node = this.replay.upsert(shape, place);
		// Nobody sits at a sub-agent's keyboard: after its task the program itself talks to it.
		if (this.isAgent && node.form === 'prompt' && isNew) {
			if (this.hasTask) node.form = 'harness';
			this.hasTask = true;
		}
		return node;
	}

	private observeSet(fields: Fields, messages: readonly PlacedMessage[], place: Place): Node | undefined {
		this.facts.observeHeader(fields);
		if (Array.isArray(fields.messages)) {
			this.facts.observeSnapshot(messages.map(({shape}) => shape));
			this.replay.snapshot(messages, place);
		}
		if (typeof fields.summary === 'string') return this.note('title', fields, place);
		return Object.keys(fields).some(name => !silentFields.has(name))
			? this.note('bookkeeping', fields, place)
			: undefined;
	}

	private observePatch(patch: Fields, place: Place): Node {
		const removed = listOf(patch.removeIds)
			.map(stringOf)
			.filter(id => id !== undefined);
		if (removed.length > 0) this.replay.patch(removed, place);
		return this.note('bookkeeping', patch, place);
	}

	private note(form: Form, fields: Fields, place: Place): Node {
		return this.replay.note(plainShape(form, isoTime(fields.lastUpdated)), place);
	}

	private placeOf(offset: number, length: number): Place {
		return {path: this.file, offset, length};
	}
}
