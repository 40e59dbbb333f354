/** Events of the session and of the harness: neither prompts nor answers nor tools. */
import {type Fields, fieldsOf, numberOf, stringOf, textOf} from '../fields.ts';
import {aside, type Draft, failure, note, unknown} from './draft.ts';
import type {CopilotEvent} from './event.ts';

/** Known, and missed by no reader. */
const quiet = new Set([
	'assistant.idle',
	'assistant.intent',
	'assistant.message_delta',
	'assistant.message_start',
	'assistant.reasoning_delta',
	'assistant.server_tool_progress',
	'assistant.streaming_delta',
	'assistant.tool_call_delta',
	'assistant.turn_end',
	'assistant.turn_start',
	'assistant.usage',
	'hook.progress',
	'hook.start',
	'model.call_finished',
	'permission.completed',
	'permission.requested',
	'session.auto_mode_resolved',
	'session.autopilot_objective_changed',
	'session.binary_asset',
	'session.compaction_start',
	'session.context_changed',
	'session.idle',
	'session.mode_notice_delivered',
	'session.permissions_changed',
	'session.plan_changed',
	'session.remote_steerable_changed',
	'session.resume',
	'session.schedule_cancelled',
	'session.schedule_created',
	'session.schedule_rearmed',
	'session.session_limits_changed',
	'session.snapshot_rewind',
	'session.start',
	'session.todos_changed',
	'session.usage_checkpoint',
	'session.usage_info',
	'session.workspace_file_changed',
	'subagent.configured',
	'subagent.deselected',
	'subagent.selected',
	'tool.execution_partial_result',
	'tool.execution_progress',
	'tool_search.activated',
	'user_input.completed',
	'user_input.requested',
]);

export function decodeNote({type, data}: CopilotEvent): Draft {
	if (quiet.has(type)) return aside(type);
	const message = textOf(data.message) ?? '';
	switch (type) {
		case 'system.message':
		case 'system.notification':
			return aside(type, stringOf(data.content));
		case 'session.info':
			return aside(type, message);
		case 'session.warning':
			return note(type, message);
		case 'session.error':
			return failure(type, message || (textOf(data.errorType) ?? 'an error'));
		case 'model.call_failure':
			return failure(type, textOf(data.errorMessage) ?? 'the call of the model failed');
		case 'abort':
			return failure(type, `Stopped: ${textOf(data.reason) ?? 'no reason is given'}`);
		case 'session.model_change':
			return aside(type, change(data.previousModel, data.newModel));
		case 'session.mode_changed':
			return aside(type, change(data.previousMode, data.newMode));
		case 'session.title_changed':
			return {kind: 'title', role: 'system', detail: type, text: stringOf(data.title) ?? ''};
		case 'session.compaction_complete':
			return compaction(type, data);
		case 'session.truncation':
			return note(type, describeTruncation(data));
		case 'session.context_cleared':
			return note(type, `The context was cleared: ${numberOf(data.messagesCleared) ?? 0} messages.`);
		case 'session.handoff':
			return note(type, textOf(data.summary) ?? textOf(data.context) ?? 'Taken over from another session');
		case 'session.task_complete':
			return aside(type, stringOf(data.summary));
		case 'session.shutdown':
			return data.shutdownType === 'error'
				? failure(type, textOf(data.errorReason) ?? 'Copilot ended with an error.')
				: aside(type);
		case 'skill.invoked':
			return note(type, textOf(data.name) ?? '');
		case 'subagent.started':
			return note(type, [agentName(data), textOf(data.agentDescription)].filter(Boolean).join(': '));
		case 'subagent.completed':
			return aside(type, agentName(data));
		case 'subagent.failed':
			return failure(type, [agentName(data), textOf(data.error)].filter(Boolean).join(': '));
		case 'hook.end':
			return data.success === false
				? failure(type, textOf(fieldsOf(data.error).message) ?? `the ${textOf(data.hookType) ?? ''} hook failed`)
				: aside(type);
		default:
			return unknown(type, data);
	}
}

function compaction(detail: string, data: Fields): Draft {
	if (data.success === false) return failure(detail, textOf(data.error) ?? 'The compaction failed.');
	return {kind: 'compaction', role: 'system', detail, text: textOf(data.summaryContent) ?? 'Conversation compacted'};
}

function describeTruncation(data: Fields): string {
	const messages = numberOf(data.messagesRemovedDuringTruncation);
	const tokens = numberOf(data.tokensRemovedDuringTruncation) ?? numberOf(data.droppedTokens);
	const parts = [
		messages === undefined ? undefined : `${messages} messages`,
		tokens === undefined ? undefined : `${tokens} tokens`,
	];
	const removed = parts.filter(Boolean).join(', ');
	return removed === '' ? 'The oldest messages left the context.' : `Left the context: ${removed}.`;
}

function agentName(data: Fields): string | undefined {
	return textOf(data.agentDisplayName) ?? textOf(data.agentName);
}

function change(before: unknown, after: unknown): string {
	return [textOf(before), textOf(after)].filter(Boolean).join(' → ');
}
