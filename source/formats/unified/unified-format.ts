/** Reads the unified JSON 1.0. */
import {type Fields, fieldsOf, isFields, listOf, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import {titleFrom} from '../../adapters/titles.ts';
import {idFrom, oddText} from '../common/session-id.ts';
import {BadDocument, type Imported, type ImportedRecord, type Oddity, type OpenFormat} from '../import/open-format.ts';
import {agentOf, producer} from './agent-names.ts';
import {circlesIn} from './circles.ts';
import {type ReadMessages, readMessages} from './read-messages.ts';
import {compactionsFrom, sessionFrom} from './session-fields.ts';

const ownNames = ['schema_version', 'export_timestamp', 'agent', 'session', 'messages', 'graph'];

export const unifiedFormat: OpenFormat = {
	id: 'unified',
	name: 'Unified JSON',
	list: 'messages',
	// What `show --json` prints begins like it, and has entries.
	isDocument: names => !names.has('entries') && isLikely(names),
	idOf: document => idFrom(fieldsOf(document.session).id),
	read,
};

/** What lacks most of it is better told what it lacks than that nobody knows it. */
function isLikely(names: ReadonlySet<string>): boolean {
	if (names.has('schema_version') && (names.has('messages') || names.has('session'))) return true;
	return ownNames.filter(name => names.has(name)).length >= 3;
}

function read(document: Fields): Imported {
	const version = stringOf(document.schema_version);
	if (version !== undefined && !/^1(?:\.|$)/.test(version))
		throw new BadDocument(`$.schema_version is ${JSON.stringify(version)}; only 1.x is understood`);
	const header = sessionFrom(document.session);
	if (!Array.isArray(document.messages))
		throw new BadDocument(`$.messages ${document.messages === undefined ? 'is missing' : 'is not a list'}`);
	const messages = readMessages(document.messages, fieldsOf(document.extensions).producer === producer);
	const graph = isFields(document.graph) ? document.graph : undefined;
	const forks = graph && forksFrom(graph, messages);
	return {
		header: {agent: agentOf(textOf(document.agent) ?? 'unknown'), ...header, ...titleOf(header, messages.records)},
		records: messages.records,
		forks,
		activeId: graph && activeFrom(graph, messages, forks ?? []),
		compactions: compactionsFrom(fieldsOf(fieldsOf(document.session).extensions).compactions),
		oddities: [
			...oddText('$.agent', document.agent),
			...oddText('$.session.id', fieldsOf(document.session).id),
			...messages.oddities,
			...circlesOf(messages.records),
		],
	};
}

/** Where the document has no title, the first thing that was asked. */
function titleOf(header: Pick<Imported['header'], 'title' | 'counts'>, records: readonly ImportedRecord[]) {
	if (header.title !== undefined || header.counts) return undefined;
	const first = records.flatMap(({entries}) => entries).find(({kind}) => kind === 'user');
	const title = titleFrom(first?.text);
	return title === undefined ? undefined : {title, titleSource: 'first-prompt' as const};
}

/** The graph lets the first one of them follow nothing. */
function circlesOf(records: readonly ImportedRecord[]): Oddity[] {
	const nodes = new Map(
		records.flatMap(({node, element}) =>
			node ? [[node.id, {parent: node.parent ?? undefined, what: element}] as const] : [],
		),
	);
	return circlesIn(nodes).map(element => ({
		element,
		message: `$.messages[${element}].parent_uuid leads back to the message itself`,
	}));
}

function forksFrom({fork_points: points}: Fields, {ends}: ReadMessages): string[][] {
	return listOf(points).map(point =>
		listOf(fieldsOf(point).branches).flatMap(branch => {
			const {uuid, index} = fieldsOf(branch);
			const found = ends.get(stringOf(uuid) ?? '') ?? ends.get(numberOf(index) ?? -1);
			return found?.first === undefined ? [] : [found.first];
		}),
	);
}

function activeFrom(graph: Fields, {ends}: ReadMessages, forks: readonly string[][]): string | undefined {
	const told = textOf(fieldsOf(graph.extensions).active_leaf);
	if (told !== undefined) return told;
	const path = listOf(graph.active_path).map(uuid => ends.get(stringOf(uuid) ?? ''));
	// The last turn for which it was decided; what follows it may lie before a fork as well.
	const sides = new Set(forks.flat());
	const decided = path.findLast(message => message?.first !== undefined && sides.has(message.first));
	return decided?.first ?? path.findLast(message => message?.last !== undefined)?.last;
}
