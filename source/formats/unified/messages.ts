/** Groups entries into messages, one after the other: what is held does not grow with the texts of the session. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Entry, EntryFacts} from '../../model/entry.ts';
import {none} from '../../model/node-role.ts';
import {dateTime} from '../common/date-time.ts';
import {type Around, blockFields, type Standing} from './block-fields.ts';
import {metadataFields} from './facts-fields.ts';
import type {MediaData} from './media-data.ts';
import {ToldCosts} from './told-costs.ts';
import {baseOf, type MessageRole, messageRoles, usualNodeRole} from './usual.ts';

type Block = {
	readonly entry: Entry;
	readonly node: number;
	readonly standing: Standing;
	readonly data?: MediaData;
};

type Draft = {
	readonly role: MessageRole;
	readonly uuid: string;
	/** The number of the message it follows. */
	readonly before: number;
	readonly parentUuid: string | null;
	readonly stretch: number;
	readonly blocks: Block[];
};

export class Messages {
	/** Of each message that was begun. */
	readonly uuids: string[] = [];
	/** Of each message, whether it belongs to the active branch. */
	readonly isActive: boolean[] = [];
	/** Of each node, the number of the last message that holds a part of it. */
	private readonly messageOf: Int32Array;
	/** Nodes whose first entry has the node's own name. */
	private readonly hasHead: Uint8Array;
	/** Of each message, what a message that follows it follows. */
	private readonly ends: string[] = [];
	private readonly sideFirsts: Set<number>;
	private readonly belongs: (node: number) => boolean;
	private readonly costs = new ToldCosts();
	private draft: Draft | undefined;

	constructor(
		private readonly graph: BranchGraph,
		isWholeGraph: boolean,
	) {
		this.messageOf = new Int32Array(graph.size).fill(none);
		this.hasHead = new Uint8Array(graph.size);
		this.sideFirsts = new Set(isWholeGraph ? graph.forks.flatMap(({sides}) => sides.map(({first}) => first)) : []);
		this.belongs = isWholeGraph ? graph.membership() : () => true;
	}

	/** The message that is complete now, if one is. */
	take(entry: Entry, data?: MediaData): object | undefined {
		const node = this.nodeOf(entry.id) ?? none;
		const isNewRecord = node === none || this.messageOf[node] === none;
		const done = this.goesOn(entry, node, isNewRecord) ? undefined : this.begin(entry, node);
		const draft = this.draft!;
		const standing = this.standing(draft, entry, node, isNewRecord);
		draft.blocks.push({entry, node, standing, data});
		this.ends[this.uuids.length - 1] = node === none ? entry.id : this.graph.idOf(node);
		if (node !== none) {
			this.messageOf[node] = this.uuids.length - 1;
			if (entry.id === this.graph.idOf(node)) this.hasHead[node] = 1;
		}
		return done;
	}

	/** The last message. */
	finish(): object | undefined {
		const {draft} = this;
		this.draft = undefined;
		return draft && messageFields(draft, this.uuids.length, this.costs);
	}

	/** The number of the message that a node is in, or the next one of its side that is in any; -1 for none. */
	holding(node: number): number {
		return node === none ? none : this.messageOf[node]!;
	}

	/** A node and those it follows, up to one that is in a message. */
	writtenFrom(start: number): number {
		let node = start;
		while (node !== none && this.messageOf[node] === none) node = this.graph.parentOf(node);
		return node;
	}

	private nodeOf(id: string): number | undefined {
		return this.graph.find(id) ?? this.graph.find(baseOf(id));
	}

	/** Blocks of one answer, or of one record, that stand next to each other. */
	private goesOn(entry: Entry, node: number, isNewRecord: boolean): boolean {
		const last = this.draft?.blocks.at(-1);
		if (!this.draft || !last || node === none || last.node === none) return false;
		const {entry: before} = last;
		if (messageRoles[entry.kind] !== this.draft.role || this.graph.stretchOf(node) !== this.draft.stretch) return false;
		if (Boolean(entry.isAside) !== Boolean(before.isAside)) return false;
		if (last.node === node) return true;
		if (this.draft.role !== 'assistant' || !isNewRecord || this.sideFirsts.has(node)) return false;
		return (
			entry.message !== undefined && entry.message === before.message && !entry.isSidechain === !before.isSidechain
		);
	}

	private begin(entry: Entry, node: number): object | undefined {
		const done = this.finish();
		const before = this.precedingMessage(entry, node);
		this.draft = {
			role: messageRoles[entry.kind],
			uuid: entry.id,
			before,
			parentUuid: before === none ? null : this.uuids[before]!,
			stretch: node === none ? none : this.graph.stretchOf(node),
			blocks: [],
		};
		this.uuids.push(entry.id);
		this.isActive.push(node === none || this.belongs(node));
		return done;
	}

	/** The message with what the entry follows; of a record that goes on, the one with its beginning. */
	private precedingMessage({parent}: Entry, node: number): number {
		if (node !== none && this.messageOf[node] !== none) return this.messageOf[node]!;
		const above = parent === undefined ? undefined : this.nodeOf(parent);
		return above === undefined ? none : this.messageOf[above]!;
	}

	private standing(draft: Draft, entry: Entry, node: number, isNewRecord: boolean): Standing {
		const usualParent = this.usualParent(draft, node);
		return {
			id: draft.blocks.length === 0 ? undefined : entry.id,
			parent: entry.parent === usualParent ? undefined : (entry.parent ?? null),
			record: this.recordName(entry, node),
			...(isNewRecord && node !== none ? this.recordStanding(entry, node) : undefined),
		};
	}

	/** What a reader takes an entry to follow. */
	private usualParent({blocks, before}: Draft, node: number): string | undefined {
		const last = blocks.at(-1);
		if (!last) return before === none ? undefined : this.ends[before];
		return last.node === node ? last.entry.parent : this.graph.idOf(last.node);
	}

	private recordName({id}: Entry, node: number): string | null | undefined {
		if (node === none) return null;
		const base = this.graph.find(baseOf(id));
		const usual = base !== undefined && this.hasHead[base] ? baseOf(id) : id;
		const name = this.graph.idOf(node);
		return name === usual ? undefined : name;
	}

	private recordStanding(entry: Entry, node: number): Pick<Standing, 'record_parent' | 'record_role'> {
		const {graph} = this;
		const above = graph.parentOf(node);
		// What comes later in the file will be written; what came before and was not never will.
		const parent = above > node ? above : this.writtenFrom(above);
		const named = entry.parent === undefined ? undefined : this.nodeOf(entry.parent);
		const usual = named === undefined || (named < node && this.messageOf[named] === none) ? none : named;
		const role = graph.roleOf(node);
		return {
			record_parent: parent === usual ? undefined : parent === none ? null : graph.idOf(parent),
			record_role: role === usualNodeRole(entry) ? undefined : role,
		};
	}
}

function messageFields({role, uuid, parentUuid, blocks}: Draft, index: number, costs: ToldCosts): object {
	const [{entry: first}] = blocks as [Block];
	const merged = mergedFacts(blocks);
	const model =
		role === 'assistant' ? blocks.map(({entry}) => entry.model).find(each => each !== undefined) : undefined;
	const isMeta = role === 'system' || first.isAside === true;
	const facts = toldFacts(merged, role, model);
	const news = costs.news(first.message, facts);
	const around: Around = {
		role,
		metadata: {facts: {...facts, ...costs.known(first.message, facts)}, model, isMeta},
		timestamp: dateTime(first.timestamp),
		message: first.message,
		isSidechain: first.isSidechain,
	};
	const content: object[] = [];
	const thinking: object[] = [];
	for (const {entry, standing, data} of blocks) {
		const block = blockFields(entry, around, standing, data);
		if (block.type !== 'thinking') content.push(block);
		else thinking.push({at: content.length, ...block, type: undefined});
	}
	const extensions = {
		message: first.message,
		is_sidechain: first.isSidechain || undefined,
		cost: news.cost,
		thinking: thinking.length > 0 ? thinking : undefined,
	};
	return {
		index,
		uuid,
		parent_uuid: parentUuid,
		role,
		timestamp: around.timestamp,
		content,
		metadata: metadataFields({facts: {...facts, ...news}, model, isMeta}, role),
		extensions: Object.values(extensions).some(value => value !== undefined) ? extensions : undefined,
	};
}

/** Of blocks that say different things, the last holds. */
function mergedFacts(blocks: readonly Block[]): EntryFacts {
	if (blocks.length === 1) return blocks[0]!.entry.facts ?? {};
	return Object.assign({}, ...blocks.map(({entry: {facts = {}}}) => dropUndefined(facts))) as EntryFacts;
}

/** What a reader will find in the metadata. */
function toldFacts(facts: EntryFacts, role: MessageRole, model: string | undefined): EntryFacts {
	const {cwd, gitBranch, agentVersion, userType, requestId, cost, stopReason, stopSequence, tokens} = facts;
	const isAnswer = role === 'assistant';
	const isFinished = isAnswer && model !== undefined;
	return {
		cwd,
		gitBranch,
		agentVersion,
		userType,
		requestId,
		cost,
		stopReason: isFinished ? stopReason : undefined,
		stopSequence: isFinished ? stopSequence : undefined,
		tokens: isAnswer ? tokens : undefined,
	};
}

function dropUndefined(facts: EntryFacts): EntryFacts {
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
