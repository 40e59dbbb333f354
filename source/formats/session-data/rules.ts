/** The rules of SessionData's document that its JSON Schema can't say. What the schema says is not told again. */
import {type Fields, isFields, listOf} from '../../adapters/fields.ts';
import type {RuleFinding, Say} from '../common/finding.ts';
import {isWorkspaceRoot} from './workspace-root.ts';

export function sessionDataRules(document: unknown): RuleFinding[] {
	if (!isFields(document)) return [];
	const found: RuleFinding[] = [];
	const say: Say = (path, message) => found.push({path, message});
	for (const name of ['sessionId', 'createdAt', 'workspaceRoot'])
		if (document[name] === '') say(`$.${name}`, 'must not be empty');
	const {workspaceRoot, slug} = document;
	if (typeof workspaceRoot === 'string' && workspaceRoot !== '' && !isWorkspaceRoot(workspaceRoot))
		say('$.workspaceRoot', 'must be an absolute path');
	if (typeof slug === 'string' && !isFileName(slug)) say('$.slug', 'must be safe as the name of a file');
	if (isFields(document.provider))
		for (const name of ['id', 'name', 'version'])
			if (document.provider[name] === '') say(`$.provider.${name}`, 'must not be empty');
	const ids = new Set<unknown>();
	for (const [at, exchange] of listOf(document.exchanges).entries()) {
		if (!isFields(exchange)) continue;
		const place = `$.exchanges[${at}]`;
		if (exchange.exchangeId === '') say(`${place}.exchangeId`, 'must not be empty');
		else if (ids.has(exchange.exchangeId)) say(`${place}.exchangeId`, 'must be unique within the session');
		ids.add(exchange.exchangeId);
		for (const [number, message] of listOf(exchange.messages).entries())
			if (isFields(message)) checkMessage(message, `${place}.messages[${number}]`, say);
	}
	return found;
}

/** What some system takes for a folder, a drive, a pattern or another name is not. */
function isFileName(slug: string): boolean {
	return !/[\p{Cc}/\\:*?"<>|]|^\.*$|[. ]$/u.test(slug);
}

function checkMessage(message: Fields, place: string, say: Say): void {
	const hasContent = listOf(message.content).length > 0;
	if (message.role === 'user') {
		if (!hasContent) say(`${place}.content`, 'must not be empty in a user message');
		for (const name of ['tool', 'model'])
			if (message[name] !== undefined) say(`${place}.${name}`, 'has no place in a user message');
	}
	if (message.role === 'agent' && !hasContent && !message.tool && listOf(message.pathHints).length === 0)
		say(place, 'an agent message needs content, a tool or path hints');
	if (isFields(message.tool) && message.tool.name === '') say(`${place}.tool.name`, 'must not be empty');
	for (const [at, hint] of listOf(message.pathHints).entries())
		if (typeof hint === 'string' && hint.includes('*')) say(`${place}.pathHints[${at}]`, 'must not be a pattern');
}
