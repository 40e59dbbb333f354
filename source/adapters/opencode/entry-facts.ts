import type {EntryFacts} from '../../model/entry.ts';
import {withFacts} from '../entry-facts.ts';
import {fieldsOf, isFields, textOf} from '../fields.ts';
import type {Decoded} from './decoder.ts';
import type {Message} from './source.ts';
import {costOf, usageOf} from './usage.ts';

/** The nodes of a message with what it tells beside its content: both halves, where an undo cut through it. */
export function tellFacts(nodes: readonly Decoded[], message: Message, agentVersion: string | undefined): Decoded[] {
	const told = withFacts(
		nodes.flatMap(({entries}) => entries),
		{...factsOf(message), agentVersion},
	);
	return nodes.map(node => ({...node, entries: told.splice(0, node.entries.length)}));
}

function factsOf(message: Message): EntryFacts {
	const {info} = message;
	if (!isFields(info) || info.role !== 'assistant') return {};
	const place = fieldsOf(info.path);
	return {
		cwd: textOf(place.cwd) ?? textOf(place.root),
		stopReason: textOf(info.finish),
		tokens: usageOf(message),
		cost: costOf(message),
	};
}
