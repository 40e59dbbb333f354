/** An entry as a message; a call together with its result. */
import {pathHints} from '../../adapters/tools/path-hints.ts';
import {summarizeInput} from '../../adapters/tools/summarize-input.ts';
import {typeOfTool, universalTool} from '../../adapters/tools/tool-table.ts';
import type {Entry} from '../../model/entry.ts';
import {ownCallId} from '../../model/tool.ts';
import {dateTime} from '../common/date-time.ts';
import {type ExtrasOf, known} from '../common/extras.ts';
import {shownText} from '../common/placeholder.ts';
import {inputObject} from '../common/tool-values.ts';
import {isHints, isPattern} from './path-hint.ts';
import {type WrittenOutput, writeOutput} from './tool-output.ts';

export function messageOf(entry: Entry, result: Entry | undefined, extrasOf: ExtrasOf): object {
	if (entry.kind === 'tool_call') return callMessage(entry, result, extrasOf);
	if (isHints(entry)) return hintsMessage(entry, extrasOf);
	return entry.kind === 'tool_result' ? resultMessage(entry, extrasOf) : wordsMessage(entry, extrasOf);
}

/** It is a message of its own in other programs' documents. */
function hintsMessage(entry: Entry, extrasOf: ExtrasOf): object {
	const {id, text} = entry;
	const extras = extrasOf(entry, {kind: 'system', text});
	return {
		id,
		timestamp: dateTime(entry.timestamp),
		role: 'agent',
		pathHints: text.split('\n'),
		metadata: known({...extras, detail: undefined, isAside: undefined}),
	};
}

function wordsMessage(entry: Entry, extrasOf: ExtrasOf): object {
	const isUser = entry.kind === 'user';
	const shown = shownText(entry);
	// The format wants prompts to say something.
	const text = isUser && shown.trim() === '' ? '(empty)' : shown;
	const kind = isUser || entry.kind === 'thinking' ? entry.kind : 'assistant';
	const model = isUser ? undefined : entry.model;
	return {
		id: entry.id,
		timestamp: dateTime(entry.timestamp),
		role: isUser ? 'user' : 'agent',
		model,
		content: [{type: kind === 'thinking' ? 'thinking' : 'text', text}],
		metadata: known(extrasOf(entry, {kind, text, model})),
	};
}

function callMessage(entry: Entry, result: Entry | undefined, extrasOf: ExtrasOf): object {
	const {id, tool, model} = entry;
	const name = tool?.name || 'unknown';
	const {input, form} = inputObject(tool?.input);
	const summary = entry.text || summarizeInput(tool?.input);
	const type = tool ? typeOfTool(tool) : 'unknown';
	const extras = extrasOf(entry, {kind: 'tool_call', text: summary, model});
	const written = result && writeOutput(result, type);
	const hints = pathHints(name, tool?.input).filter(hint => !isPattern(hint));
	return {
		id,
		timestamp: dateTime(entry.timestamp),
		role: 'agent',
		model,
		tool: {
			name,
			type,
			useId: ownCallId(tool),
			input,
			output: written?.output,
			summary: summary === '' ? undefined : summary,
			formattedMarkdown: tool?.told?.formattedMarkdown ?? written?.formattedMarkdown,
		},
		pathHints: hints.length > 0 ? hints : undefined,
		metadata: known(extras, {
			universal: otherThanUsual(entry, name),
			inputForm: form,
			result: result && written && resultFields(result, written, extrasOf),
		}),
	};
}

function resultFields(result: Entry, {text, isError, around}: WrittenOutput, extrasOf: ExtrasOf): object | undefined {
	const {id, timestamp} = result;
	const extras = extrasOf(result, {kind: 'tool_result', text, isError});
	return known({id, timestamp: dateTime(timestamp)}, extras, {around});
}

/** A result whose call is not in the same exchange, or has one already. */
function resultMessage(entry: Entry, extrasOf: ExtrasOf): object {
	const {id, tool, model} = entry;
	const name = tool?.name || 'unknown';
	const type = tool ? typeOfTool(tool) : 'unknown';
	const {text, isError, output, around, formattedMarkdown} = writeOutput(entry, type);
	const extras = extrasOf(entry, {kind: 'tool_call', text, model, isError});
	return {
		id,
		timestamp: dateTime(entry.timestamp),
		role: 'agent',
		model,
		tool: {
			name,
			type,
			useId: ownCallId(tool),
			output,
			formattedMarkdown: tool?.told?.formattedMarkdown ?? formattedMarkdown,
		},
		metadata: known(extras, {universal: otherThanUsual(entry, name), around}),
	};
}

function otherThanUsual({tool}: Entry, name: string) {
	return tool && tool.universal !== universalTool(name) ? tool.universal : undefined;
}
