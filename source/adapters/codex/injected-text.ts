/** What stands in the role of the user but was written by the program around the model. */
import type {Entry} from '../../model/entry.ts';
import {type Fields, fieldsOf, listOf, stringOf} from '../fields.ts';

const tags = [
	'environment_context',
	'user_instructions',
	'user_shell_command',
	'user_action',
	'turn_aborted',
	'subagent_notification',
	'codex_internal_context',
	'goal_context',
	'skill',
	'skills',
	'hook_prompt',
	'recommended_plugins',
	'permissions instructions',
	'collaboration_mode',
	'multi_agent_mode',
	'model_switch',
	'personality_spec',
	'tools',
	'context_window',
	'network_approval',
	'INSTRUCTIONS',
];

const opening = new RegExp(`^<(?:${tags.join('|')}|[a-z]+_(?:instructions|context|notification))[\\s>]`);

/** How the contexts begin that carry no tag. */
const openings = ['# AGENTS.md instructions', 'Another language model started to solve this problem'];

export function isInjected(text: string): boolean {
	const start = text.slice(0, 120).trimStart();
	return opening.test(start) || openings.some(words => start.startsWith(words));
}

/** Since 0.16x a message tells of each of its parts where it came from. undefined: it does not say. */
export function isTypedByUser(payload: Fields): boolean | undefined {
	const passthrough = fieldsOf(payload.internal_chat_message_metadata_passthrough);
	const kinds = listOf(passthrough.content_item_kinds).map(kind => stringOf(kind) ?? '');
	const known = kinds.filter(kind => kind !== '' && kind !== 'unknown');
	return known.length === 0 ? undefined : known.some(kind => kind.startsWith('user.'));
}

const requestMark = '## My request for Codex:';

/** An editor puts its open files before what was typed; only the latter is the prompt. */
export function promptIn(text: string): Pick<Entry, 'text' | 'facts'> {
	const at = text.indexOf(requestMark);
	if (at === -1 || !/^\s*#/.test(text)) return {text};
	return {text: text.slice(at + requestMark.length).trim(), facts: {sentWith: text.slice(0, at).trim()}};
}
