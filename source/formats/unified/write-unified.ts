/** Writes the unified JSON 1.0. docs/formats.md says what goes where. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import {none} from '../../model/node-role.ts';
import type {Exported, Writer} from '../format.ts';
import {producer, unifiedAgent} from './agent-names.ts';
import {mediaReader} from './media-data.ts';
import {Messages} from './messages.ts';
import {sessionFields} from './session-fields.ts';

export const schemaVersion = '1.0';

/** A document with a line for each message. */
export const writeUnified: Writer = exported => gathered(write(exported, '\n'));

/** A document on one line: one of several in a file. */
export const writeUnifiedLine: Writer = exported => gathered(write(exported, ''));

/** Messages are small, and each piece costs whoever writes it to a file. */
const pieceSize = 64 * 1024;

async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string> {
	let held = '';
	for await (const piece of pieces) {
		held += piece;
		if (held.length < pieceSize) continue;
		yield held;
		held = '';
	}
	if (held !== '') yield held;
}

async function* write(exported: Exported, newline: string): AsyncGenerator<string> {
	const isWholeGraph = exported.branch === 'all';
	const header = {
		schema_version: schemaVersion,
		export_timestamp: exported.exportedAt,
		agent: unifiedAgent(exported.session.agent),
		session: sessionFields(exported),
	};
	yield `{${newline}`;
	for (const [name, value] of Object.entries(header))
		yield `${JSON.stringify(name)}:${JSON.stringify(value)},${newline}`;
	yield `"messages":[${newline}`;
	const messages = new Messages(exported.graph, isWholeGraph);
	const mediaOf = mediaReader(exported);
	let separator = '';
	for await (const entry of exported.entries()) {
		const message = messages.take(entry, entry.media && (await mediaOf(entry)));
		if (!message) continue;
		yield `${separator}${JSON.stringify(message)}`;
		separator = `,${newline}`;
	}
	const last = messages.finish();
	if (last) yield `${separator}${JSON.stringify(last)}`;
	const graph = isWholeGraph ? graphFields(exported.graph, messages) : linearFields(messages);
	yield `${newline}],${newline}"graph":${JSON.stringify(graph)},${newline}`;
	yield `"extensions":${JSON.stringify({producer})}${newline}}\n`;
}

/** Only one branch was wanted: the document has no other. */
function linearFields({uuids}: Messages) {
	return {is_linear: true, fork_points: [], active_path: uuids};
}

function graphFields(graph: BranchGraph, messages: Messages) {
	const place = (message: number) => ({uuid: messages.uuids[message] ?? null, index: message + 1});
	const forks = graph.forks.map(({node, sides}) => ({
		// Turns that compete for the very first place follow no message.
		...place(messages.holding(messages.writtenFrom(node))),
		branches: sides
			.map(({first}) => messages.holding(first))
			.filter(message => message !== none)
			.map(place),
	}));
	const leaf = graph.activeBranch ? messages.writtenFrom(graph.activeBranch.leaf) : none;
	return {
		is_linear: graph.isLinear,
		fork_points: forks,
		active_path: messages.uuids.filter((_, message) => messages.isActive[message]),
		extensions: graph.isLinear || leaf === none ? undefined : {active_leaf: graph.idOf(leaf)},
	};
}
