/** The messages of a document as records and entries: the way back of messages.ts. */
import {type Fields, fieldsOf, isFields, isoTime, listOf, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import type {NodeInput} from '../../model/branch-graph-builder.ts';
import type {EntryFacts} from '../../model/entry.ts';
import {type NodeRole, nodeRoles} from '../../model/node-role.ts';
import {CallNames} from '../common/call-names.ts';
import type {ImportedEntry, ImportedRecord, Oddity} from '../import/open-format.ts';
import type {Around} from './block-fields.ts';
import {metadataFrom} from './facts-fields.ts';
import {entryFrom} from './read-block.ts';
import {type Costs, ToldCosts} from './told-costs.ts';
import {type BlockType, baseOf, type MessageRole, usualNodeRole} from './usual.ts';

export type ReadMessages = {
	readonly records: ImportedRecord[];
	readonly oddities: Oddity[];
	/** The records a message begins and ends with, by its uuid and by its number. */
	readonly ends: ReadonlyMap<string | number, Ends>;
};

type Ends = {readonly first?: string; readonly last?: string};

/** A record while it is put together: its parent may come later. */
type Draft = {
	readonly element: number;
	readonly node?: Omit<NodeInput, 'parent'>;
	readonly continues?: string;
	readonly told: Fields;
	readonly blocks: Block[];
};

type Block = {readonly entry: ImportedEntry; readonly record?: string; readonly follows: Follows};

/** What a block follows: an entry, or whatever a message ends with. Blocks of one record have it in common. */
type Follows = {readonly parent?: string; readonly message?: string};

const messageRoles: readonly MessageRole[] = ['user', 'assistant', 'system'];
const blockTypes: readonly BlockType[] = ['text', 'tool_use', 'tool_result', 'thinking'];

/** `isExact`: what the document does not tell to follow anything follows nothing. */
export function readMessages(list: readonly unknown[], isExact: boolean): ReadMessages {
	const reading = new Reading(list, isExact);
	for (const [element, message] of list.entries()) reading.take(message, element);
	return {records: reading.finish(), oddities: reading.oddities, ends: reading.ends};
}

class Reading {
	readonly oddities: Oddity[] = [];
	readonly ends = new Map<string | number, Ends>();
	private readonly drafts: Draft[] = [];
	/** Of each entry's name the name of its record. */
	private readonly recordOf = new Map<string, string>();
	/** The last part of each record. */
	private readonly byRecord = new Map<string, Draft>();
	/** Whether the document says at all what follows what. */
	private readonly hasParents: boolean;
	private readonly costs = new ToldCosts();
	private previous: string | undefined;
	private readonly calls = new CallNames();

	constructor(
		list: readonly unknown[],
		private readonly isExact: boolean,
	) {
		this.hasParents = isExact || list.some(message => textOf(fieldsOf(message).parent_uuid) !== undefined);
	}

	take(message: unknown, element: number): void {
		if (!isFields(message)) {
			this.warn(element, `$.messages[${element}] is not an object; it was passed over`);
			return;
		}
		const uuid = this.freeId(textOf(message.uuid) ?? `message-${numberOf(message.index) ?? element + 1}`);
		const around = this.aroundOf(message, element, uuid);
		let first: string | undefined;
		let last: Block | undefined;
		for (const [type, fields] of this.blocksOf(message, element)) {
			const told = fieldsOf(fields.extensions);
			const id = last ? this.freeId(textOf(told.id) ?? `${uuid}#${this.drafts.at(-1)!.blocks.length}`) : uuid;
			const record = this.recordName(id, told);
			const follows = this.followsOf(told, {last, record, message});
			const entry = this.called(entryFrom(fields, type, around, id), element);
			const block: Block = {entry, record, follows};
			this.put(block, told, element);
			first ??= record ?? id;
			last = block;
		}
		if (last) this.previous = uuid;
		// An empty message leads on to what it follows itself.
		const ends = last ? {first, last: last.record ?? last.entry.id} : this.ends.get(textOf(message.parent_uuid) ?? '');
		if (!ends) return;
		this.ends.set(uuid, ends);
		this.ends.set(numberOf(message.index) ?? element + 1, ends);
	}

	finish(): ImportedRecord[] {
		return this.drafts.map(({element, node, continues, told, blocks}) => {
			const entries = blocks.map(({entry, follows}) => Object.assign(entry, {parent: this.parentOf(follows)}));
			return {element, node: node && {...node, parent: this.nodeParent(told, entries[0]!)}, continues, entries};
		});
	}

	private parentOf({parent, message}: Follows): string | undefined {
		return message === undefined ? parent : (this.ends.get(message)?.last ?? message);
	}

	private followsOf(
		told: Fields,
		{last, record, message}: {last: Block | undefined; record: string | undefined; message: Fields},
	): Follows {
		if (told.parent !== undefined) return {parent: stringOf(told.parent)};
		if (last)
			return last.record === record && record !== undefined ? last.follows : {parent: last.record ?? last.entry.id};
		const before = textOf(message.parent_uuid);
		return {message: before ?? (this.hasParents ? undefined : this.previous)};
	}

	private nodeParent(told: Fields, {parent}: ImportedEntry): string | undefined {
		if (told.record_parent === null) return undefined;
		const own = stringOf(told.record_parent);
		if (own !== undefined) return own;
		return parent === undefined ? undefined : (this.recordOf.get(parent) ?? parent);
	}

	private put(block: Block, told: Fields, element: number): void {
		const {entry, record} = block;
		this.recordOf.set(entry.id, record ?? entry.id);
		const known = record === undefined ? undefined : this.byRecord.get(record);
		if (known && known === this.drafts.at(-1) && known.element === element) {
			known.blocks.push(block);
			return;
		}
		const role: NodeRole = nodeRoles.find(each => each === told.record_role) ?? usualNodeRole(entry);
		const node = record === undefined || known ? undefined : {id: record, role, message: entry.message};
		const draft: Draft = {element, node, continues: known && record, told, blocks: [block]};
		this.drafts.push(draft);
		if (record !== undefined) this.byRecord.set(record, draft);
	}

	/** A document of ours tells calls apart as far as the session itself does. */
	private called(entry: ImportedEntry, element: number): ImportedEntry {
		const {id, kind, tool} = entry;
		if (this.isExact || !tool || (kind !== 'tool_call' && kind !== 'tool_result')) return entry;
		const {name, callId} = tool;
		const called =
			kind === 'tool_result'
				? this.calls.ofResult(callId, name)
				: this.calls.ofCall(callId, id, {tool: name, element, hasResult: false});
		return {...entry, tool: {...tool, ...called}};
	}

	private recordName(id: string, told: Fields): string | undefined {
		if (told.record === null) return undefined;
		const base = baseOf(id);
		return stringOf(told.record) ?? (this.byRecord.has(base) && this.recordOf.get(base) === base ? base : id);
	}

	private *blocksOf(message: Fields, element: number): Generator<[BlockType, Fields]> {
		const thinking = listOf(fieldsOf(message.extensions).thinking).filter(isFields);
		if (typeof message.content !== 'string' && !Array.isArray(message.content))
			this.warn(element, `$.messages[${element}].content is not a list`);
		const content =
			typeof message.content === 'string' ? [{type: 'text', text: message.content}] : listOf(message.content);
		const words = this.isExact || message.role !== 'user' ? undefined : wordsIn(content);
		for (let at = 0; at <= content.length; at++) {
			for (const thought of thinking) if ((numberOf(thought.at) ?? 0) === at) yield ['thinking', thought];
			if (at === content.length) return;
			const block = content[at];
			if (words?.places.has(at)) {
				if (at === words.first) yield ['text', {text: words.text}];
				continue;
			}
			const type = blockTypes.find(each => each === fieldsOf(block).type);
			if (isFields(block) && type) yield [type, type === 'thinking' ? thoughtOf(block) : block];
			else {
				this.warn(element, `$.messages[${element}].content[${at}] is of a type that is not known`);
				yield ['text', {text: JSON.stringify(block) ?? '', extensions: {kind: 'unknown', detail: 'content'}}];
			}
		}
	}

	private aroundOf(message: Fields, element: number, uuid: string): Around {
		const role = messageRoles.find(each => each === message.role);
		if (!role) this.warn(element, `$.messages[${element}].role is none of user, assistant, system`);
		const more = fieldsOf(message.extensions);
		const metadata = metadataFrom(message.metadata, role ?? 'system');
		const answer = stringOf(more.message);
		const costs = this.costs.known(answer, {tokens: metadata.facts.tokens, cost: numberOf(more.cost)});
		return {
			role: role ?? 'system',
			metadata: {...metadata, facts: withCosts(metadata.facts, costs)},
			timestamp: isoTime(message.timestamp),
			message: answer ?? (role === 'assistant' && !this.isExact ? uuid : undefined),
			isSidechain: more.is_sidechain === true,
		};
	}

	private freeId(id: string): string {
		let name = id;
		for (let number = 2; this.recordOf.has(name); number++) name = `${id}~${number}`;
		return name;
	}

	private warn(element: number, message: string): void {
		this.oddities.push({element, message});
	}
}

/** What a person wrote is one prompt, in however many blocks others put it. */
function wordsIn(content: readonly unknown[]) {
	const texts = [...content.entries()].flatMap(([at, block]) => {
		const {type, text, extensions} = fieldsOf(block);
		return type === 'text' && typeof text === 'string' && extensions === undefined ? [{at, text}] : [];
	});
	if (texts.length < 2) return undefined;
	const text = texts
		.map(each => each.text)
		.filter(each => each !== '')
		.join('\n');
	return {first: texts[0]!.at, places: new Set(texts.map(({at}) => at)), text};
}

function withCosts(facts: EntryFacts, {tokens, cost}: Costs): EntryFacts {
	return {...facts, tokens, ...(cost === undefined ? undefined : {cost})};
}

/** As the API writes it. */
function thoughtOf(block: Fields): Fields {
	return {...block, text: stringOf(block.text) ?? stringOf(block.thinking) ?? ''};
}
