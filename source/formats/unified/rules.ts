/** What the document says of the unified JSON in words: messages are counted from 1, and names lead to messages. */
import {type Fields, isFields, listOf} from '../../adapters/fields.ts';
import type {RuleFinding, Say} from '../common/finding.ts';
import {checkGraph} from './graph-rules.ts';
import {checkParents} from './parent-rules.ts';

/** A result may name a call that is not in the document: sessions begin in the middle, and compactions cut them there. */
export function unifiedRules(document: unknown): RuleFinding[] {
	if (!isFields(document)) return [];
	const found: RuleFinding[] = [];
	const say: Say = (path, message) => found.push({path, message});
	if (isFields(document.session)) checkTimes(document.session, say);
	const messages = listOf(document.messages);
	/** By uuid, where in the list. */
	const places = new Map<string, number>();
	for (const [at, message] of messages.entries()) {
		if (!isFields(message)) continue;
		const place = `$.messages[${at}]`;
		if (Number.isInteger(message.index) && message.index !== at + 1) say(`${place}.index`, `must be ${at + 1}`);
		checkRole(message, place, say);
		if (typeof message.uuid !== 'string') continue;
		if (places.has(message.uuid)) say(`${place}.uuid`, 'must be unique within the session');
		else places.set(message.uuid, at);
	}
	checkParents(messages, places, say);
	if (isFields(document.graph)) checkGraph(document.graph, {messages, places, say});
	return found;
}

function checkTimes({started_at: start, ended_at: end}: Fields, say: Say): void {
	if (typeof start === 'string' && typeof end === 'string' && Date.parse(end) < Date.parse(start))
		say('$.session.ended_at', 'must not be before started_at');
}

function checkRole({role, metadata}: Fields, place: string, say: Say): void {
	if (role === 'assistant' || !isFields(metadata)) return;
	for (const name of ['model', 'token_usage'])
		if (metadata[name] !== undefined) say(`${place}.metadata.${name}`, 'belongs to messages of the assistant only');
}
