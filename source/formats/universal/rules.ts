/** What the Universal format's document says in words: a result names a call, and ids tell entries apart. */
import {isFields, listOf} from '../../adapters/fields.ts';
import type {RuleFinding} from '../common/finding.ts';

export function universalRules(document: unknown): RuleFinding[] {
	if (!isFields(document)) return [];
	const timeline = listOf(document.timeline);
	const calls = new Set(timeline.flatMap(entry => (isFields(entry) && entry.type === 'tool_call' ? [entry.id] : [])));
	const ids = new Set<unknown>();
	const found: RuleFinding[] = [];
	for (const [at, entry] of timeline.entries()) {
		if (!isFields(entry)) continue;
		const place = `$.timeline[${at}]`;
		if (entry.id === '') found.push({path: `${place}.id`, message: 'must not be empty'});
		else if (entry.id !== undefined && ids.has(entry.id))
			found.push({path: `${place}.id`, message: 'must be unique within the session'});
		ids.add(entry.id);
		if (entry.type === 'tool_result' && typeof entry.callId === 'string' && !calls.has(entry.callId))
			found.push({path: `${place}.callId`, message: 'names no tool_call of the timeline'});
	}
	return found;
}
