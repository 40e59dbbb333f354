/** The first pass over a session: its shape and its sums, none of its text. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {BranchGraphBuilder} from '../../model/branch-graph-builder.ts';
import type {NodeRole} from '../../model/node-role.ts';
import type {Counts, Session, Tokens} from '../../model/session.ts';
import {addTokens} from '../../model/usage.ts';
import type {Compaction} from '../adapter.ts';
import {type Fields, fieldsOf, isFields, numberOf, stringOf, textOf} from '../fields.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {idOfRecord} from '../jsonl/read-entries.ts';
import {RecordPlaces} from '../jsonl/record-places.ts';
import {blocksOf} from './content.ts';
import {decode} from './decode.ts';
import {isKnownBlock} from './decode-message.ts';
import {usageOf} from './entry-facts.ts';
import {headerOf} from './header.ts';
import {SessionFacts, timeOf} from './session-facts.ts';

export class Survey {
	readonly facts = new SessionFacts();
	readonly compactions: Compaction[] = [];
	readonly places = new RecordPlaces();
	/** The last record of a fork that was copied from its origin. */
	forkedAt: string | undefined;
	private readonly builder = new BranchGraphBuilder(true);
	private readonly models = new Set<string>();
	private readonly calls = new Set<string>();
	/** Of the first model. */
	private modelProvider: string | undefined;
	private tokens: Tokens | undefined;
	private cost: number | undefined;
	private errors = 0;
	private unknown = 0;
	private endsInError = false;
	/** The header, which entries without a parent follow. */
	private root: string | undefined;
	private previous: string | undefined;
	private isCopying = true;

	observe(place: RawRecord): void {
		const {value, offset, length} = place;
		const record = isFields(value) ? value : {};
		const known = textOf(record.id);
		const earlier = known === undefined ? undefined : this.builder.find(known);
		if (earlier !== undefined && this.places.lengths.at(earlier) === length) {
			// pi wrote some files twice over, header and all. It goes on from its last line, whatever that repeats.
			this.places.repeat(place, earlier);
			this.previous = known;
			return;
		}

		const id = idOfRecord(known, offset, earlier !== undefined);
		const role = roleOf(record);
		const parent = this.parentOf(record);
		const node = this.builder.add({
			id,
			alias: known,
			parent,
			role,
			message: id,
			// Everything is appended to where the session stands: another parent means that somebody went there.
			takesBack: parent !== this.previous,
			isRivalRoot: parent === undefined,
		});
		this.places.add(place);
		this.facts.observe(record);
		this.observeCopy(record, id);
		this.observeSums(record, id, node);
		if (role === 'prompt') this.endsInError = false;
		// Most records are spoken, and none of these is unknown.
		else if (role === 'aside' && decode(value, id)[0]?.kind === 'unknown') this.unknown++;
		if (record.type === 'session') this.root ??= id;
		this.previous = id;
	}

	/** Without ids, as in the first format, every record follows the one before it. */
	private parentOf(record: Fields): string | undefined {
		if (record.type === 'session') return this.previous;
		if (record.parentId === null) return this.root;
		// A marker that only says where the session stands now.
		const named = stringOf(record.type === 'leaf' ? record.targetId : record.parentId);
		return named !== undefined && this.builder.find(named) !== undefined ? named : this.previous;
	}

	/** A fork begins with its origin's records, which are older than its own header. */
	private observeCopy(record: Fields, id: string): void {
		const header = this.facts.header;
		if (!this.isCopying || headerOf(record)) return;
		const [time, start] = [timeOf(record), header?.startedAt];
		this.isCopying = time !== undefined && start !== undefined && Date.parse(time) < Date.parse(start);
		if (this.isCopying && record.type !== 'label') this.forkedAt = id;
	}

	private observeSums(record: Fields, id: string, node: number): void {
		const message = record.type === 'message' ? fieldsOf(record.message) : {};
		const {tokens, cost} = usageOf(record);
		this.tokens = addTokens(this.tokens, tokens);
		if (cost !== undefined) this.cost = (this.cost ?? 0) + cost;
		if (message.role === 'assistant') {
			const model = textOf(message.model);
			if (model !== undefined && this.models.size === 0) this.modelProvider = textOf(message.provider);
			if (model !== undefined) this.models.add(model);
			for (const block of blocksOf(message.content))
				if (block.type === 'toolCall') this.calls.add(stringOf(block.id) ?? `#${node}`);
				else if (!isKnownBlock(block)) this.unknown++;
			this.endsInError = message.stopReason === 'error';
			if (this.endsInError) this.errors++;
		} else if (message.role === 'toolResult' && message.isError === true) this.errors++;
		else if (record.type === 'compaction' || message.role === 'compactionSummary') {
			this.compactions.push({
				id,
				timestamp: timeOf(record),
				trigger: record.fromHook === true ? 'extension' : undefined,
				tokensBefore: numberOf(record.tokensBefore ?? message.tokensBefore),
			});
		}
	}

	/** pi goes on from the last entry of the file. */
	finish(): {graph: BranchGraph; counts: Counts} & Pick<Session, 'models' | 'modelProvider' | 'tokens' | 'cost'> {
		const graph = this.builder.build(this.previous);
		const belongs = graph.membership();
		let [prompts, answers] = [0, 0];
		for (let node = 0; node < graph.size; node++) {
			if (!belongs(node)) continue;
			const role = graph.roleOf(node);
			if (role === 'prompt') prompts++;
			else if (role === 'answer') answers++;
		}
		const counts = {
			prompts,
			messages: prompts + answers,
			toolCalls: this.calls.size,
			errors: this.errors,
			forks: graph.forks.length,
			unknown: this.unknown || undefined,
			endsInError: this.endsInError || undefined,
		};
		const {modelProvider, tokens, cost} = this;
		return {graph, counts, models: [...this.models], modelProvider, tokens, cost};
	}
}

function roleOf(record: Fields): NodeRole {
	if (record.type !== 'message') return 'aside';
	const message = fieldsOf(record.message);
	switch (message.role) {
		case 'user':
			return 'prompt';
		case 'assistant':
			// One that failed or was stopped before a word came is no answer.
			return isBroken(message) && blocksOf(message.content).length === 0 ? 'aside' : 'answer';
		case 'toolResult':
		case 'bashExecution':
			return 'result';
		default:
			return 'aside';
	}
}

function isBroken({stopReason}: Fields): boolean {
	return stopReason === 'error' || stopReason === 'aborted';
}
