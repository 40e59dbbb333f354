/** Records of the second engine that neither the person nor the model wrote. */
import {type Fields, fieldsOf, isoTime, shortText, stringOf, textOf} from '../fields.ts';
import {universalTool} from '../tools/tool-table.ts';
import {note, type Words} from './draft.ts';

/** undefined: a kind that is not known here. */
export function noteWords(id: string, info: Fields): Words[] | undefined {
	const type = stringOf(info.role) ?? '';
	switch (type) {
		case 'synthetic':
		case 'system':
			return [note(type, textOf(info.description) ?? stringOf(info.text) ?? '')];
		case 'skill':
			return [note(type, textOf(info.name) ?? stringOf(info.skill) ?? '')];
		case 'agent-switched':
			return [note(type, stringOf(info.agent) ?? '')];
		case 'model-switched':
			return [note(type, stringOf(fieldsOf(info.model).id) ?? '')];
		case 'location-switched':
			return [note(type, shortText(info.location ?? info.directory ?? ''))];
		case 'shell':
			return shellWords(id, info);
		case 'compaction':
			return compactionWords(info);
		default:
			return undefined;
	}
}

/** A command that the person ran. */
function shellWords(id: string, info: Fields): Words[] {
	const command = stringOf(info.command) ?? '';
	const callId = textOf(info.shellID) ?? textOf(info.callID) ?? id;
	const tool = {name: 'shell', universal: universalTool('shell'), callId};
	const call: Words = {kind: 'tool_call', role: 'user', text: command, tool: {...tool, input: {command}}};
	const output = stringOf(info.output);
	if (output === undefined) return [call];
	const timestamp = isoTime(fieldsOf(info.time).completed);
	return [call, {kind: 'tool_result', role: 'tool', text: output, timestamp, tool: {...tool, output, isError: false}}];
}

function compactionWords(info: Fields): Words[] {
	if (info.status !== undefined && info.status !== 'completed') return [note('compaction', `${info.status}`)];
	const summary = textOf(info.summary);
	return [
		compactionMark(info.reason === 'auto'),
		...(summary === undefined
			? []
			: [{kind: 'system' as const, role: 'system' as const, detail: 'compact_summary', text: summary}]),
	];
}

export function compactionMark(isAuto: boolean): Words {
	const text = isAuto ? 'Conversation compacted (automatically)' : 'Conversation compacted';
	return {kind: 'compaction', role: 'system', detail: isAuto ? 'auto' : 'manual', text};
}
