/** `event_msg`: what the person at the terminal was shown. */
import {
	type Fields,
	fieldsOf,
	firstText,
	isFields,
	listOf,
	numberOf,
	recordJson,
	shortJson,
	stringOf,
	textOf,
} from '../fields.ts';
import {contentOf, mediaFrom} from './content.ts';
import {aside, asides, type Decoded, type Draft, note} from './draft.ts';
import {isInjected, promptIn} from './injected-text.ts';
import {toolEnd} from './tool-ends.ts';

/** Progress and settings that a reader does not miss. */
const quiet = asides('event_msg/', [
	'task_started',
	'turn_started',
	'token_count',
	'thread_settings_applied',
	'context_compacted',
	'turn_diff',
	'plan_update',
	'guardian_assessment',
	'dynamic_tool_call_request',
	'agent_reasoning_section_break',
	'session_configured',
	'shutdown_complete',
	'raw_response_item',
	'item_started',
]);

export function decodeEvent(payload: Fields, isBrief: boolean): Decoded {
	const type = stringOf(payload.type) ?? 'no type';
	const silent = quiet.get(type);
	if (silent) return silent;
	if (type === 'item_completed') return decodeItem(fieldsOf(payload.item), isBrief);
	const detail = `event_msg/${type}`;
	const call = toolEnd(payload, isBrief);
	if (call) return {drafts: call, source: 'event'};
	const spoken = spokenEvent(type, payload, detail);
	return spoken ? {drafts: [spoken], source: 'event'} : {drafts: [otherEvent(type, payload, detail)]};
}

function spokenEvent(type: string, payload: Fields, detail: string): Draft | undefined {
	switch (type) {
		case 'user_message': {
			const images = [...listOf(payload.images), ...listOf(payload.local_images)].map(image =>
				mediaFrom(stringOf(image), 'image'),
			);
			const message = stringOf(payload.message) ?? '';
			if (isInjected(message)) return aside(detail, message);
			return {
				kind: 'user',
				role: 'user',
				detail,
				...promptIn(message),
				...(images.length > 0 ? {media: images} : undefined),
			};
		}
		case 'agent_message':
			return {kind: 'assistant', role: 'assistant', detail, text: stringOf(payload.message) ?? ''};
		case 'agent_reasoning':
		case 'agent_reasoning_raw_content':
			return {kind: 'thinking', role: 'assistant', detail, text: stringOf(payload.text) ?? ''};
		default:
			return undefined;
	}
}

function otherEvent(type: string, payload: Fields, detail: string): Draft {
	switch (type) {
		case 'task_complete':
		case 'turn_complete': {
			const failure = describeError(payload.error);
			return failure === undefined ? aside(detail) : note(detail, failure, true);
		}
		case 'turn_aborted':
			return note(detail, `The turn was stopped: ${stringOf(payload.reason) ?? 'no reason given'}.`, true);
		case 'error':
		case 'stream_error':
			return note(detail, textOf(payload.message) ?? describeError(payload.error) ?? 'error', type === 'error');
		case 'warning':
		case 'undo_completed':
			return note(detail, textOf(payload.message) ?? type);
		case 'thread_rolled_back': {
			const turns = numberOf(payload.num_turns) ?? 0;
			return note(detail, turns === 1 ? 'The last turn was taken back.' : `The last ${turns} turns were taken back.`);
		}
		case 'thread_name_updated':
			return {kind: 'title', role: 'system', detail, text: stringOf(payload.thread_name) ?? ''};
		case 'thread_goal_updated':
			return note(detail, `Goal: ${stringOf(fieldsOf(payload.goal).objective) ?? ''}`);
		case 'entered_review_mode':
		case 'exited_review_mode':
			return note(detail, describeReview(payload));
		case 'sub_agent_activity':
			return aside(detail, firstText(payload, 'agent_path', 'kind'));
		default:
			return {kind: 'unknown', detail, text: recordJson(payload)};
	}
}

/** The items of paginated files. */
function decodeItem(item: Fields, isBrief: boolean): Decoded {
	const type = stringOf(item.type) ?? 'no type';
	const detail = `item_completed/${type}`;
	const twin = {source: 'item' as const, twinId: textOf(item.id)};
	const call = toolEnd(item, isBrief);
	if (call) return {drafts: call, source: 'item'};
	switch (type) {
		case 'UserMessage': {
			const content = contentOf(item.content);
			return {
				drafts: [{kind: 'user', role: 'user', detail, ...content, ...promptIn(content.text)}],
				...twin,
			};
		}
		case 'AgentMessage':
			return {drafts: [{kind: 'assistant', role: 'assistant', detail, ...contentOf(item.content)}], ...twin};
		case 'Plan':
			return {drafts: [{kind: 'assistant', role: 'assistant', detail, text: stringOf(item.text) ?? ''}], ...twin};
		case 'Reasoning': {
			const parts = [...listOf(item.summary_text), ...listOf(item.raw_content)].filter(
				part => typeof part === 'string',
			);
			const text = [...new Set(parts)].join('\n\n');
			return {drafts: [text === '' ? aside(detail) : {kind: 'thinking', role: 'assistant', detail, text}], ...twin};
		}
		case 'HookPrompt':
			return {drafts: [note(detail, contentOf(item.fragments ?? item.content).text)]};
		case 'EnteredReviewMode':
		case 'ExitedReviewMode':
			return {drafts: [note(detail, describeReview(item))]};
		case 'ContextCompaction':
		case 'SubAgentActivity':
			return {drafts: [aside(detail, stringOf(item.agent_path))]};
		default:
			return {drafts: [{kind: 'unknown', detail, text: recordJson(item)}]};
	}
}

function describeReview(payload: Fields): string {
	const output = fieldsOf(payload.review_output);
	const findings = listOf(output.findings)
		.map(finding => textOf(fieldsOf(finding).title))
		.filter(title => title !== undefined);
	const text = textOf(output.overall_explanation) ?? firstText(payload, 'review', 'user_facing_hint', 'prompt') ?? '';
	return [text, ...findings.map(title => `- ${title}`)].filter(line => line !== '').join('\n');
}

export function describeError(error: unknown): string | undefined {
	if (typeof error === 'string') return textOf(error);
	return isFields(error) ? (firstText(error, 'message', 'kind') ?? shortJson(error)) : undefined;
}
