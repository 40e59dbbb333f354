/**
 * What the person at the terminal was shown, turn by turn: the only place in the database that has times and readable
 * thinking. Each part may be there itself or be named by its blob, and a turn may be wrapped once more.
 */
import type {ChatStore} from './chat-store.ts';
import {type ConversationState, resolve} from './conversation-state.ts';
import {allBytes, firstBytes, firstString, firstTime, firstValue, readWire, type WireField} from './wire.ts';

export type Step = {
	readonly kind: 'assistant' | 'thinking' | 'tool';
	readonly text: string;
	readonly time?: string;
	readonly toolName?: string;
	readonly callId?: string;
	/** The blob it was read from. */
	readonly row: string;
};

export type Turn = {
	readonly prompt?: {readonly text: string; readonly time?: string};
	readonly steps: readonly Step[];
	/** A command that the person ran, without the model. */
	readonly shell?: {readonly command: string; readonly output: string; readonly exitCode?: number};
	readonly row: string;
};

/** What one of the state's references to turns leads to: one turn as a rule. `row` is the blob of the root itself. */
export function turnsAt(state: ConversationState, position: number, row: string, store: ChatStore): Turn[] {
	const bytes = state.turns[position];
	return bytes ? decodeTurn(bytes, row, store) : [];
}

type Part = {readonly fields: readonly WireField[]; readonly row: string};

function decodeTurn(bytes: Buffer, rootRow: string, store: ChatStore): Turn[] {
	const outer = partOf(bytes, store, rootRow);
	if (!outer) {
		const place = bytes.length === 32 ? bytes.toString('hex') : rootRow;
		store.complain(place, 'a turn is missing or unreadable; its times and its thinking are not known');
		return [];
	}
	const {fields, row} = outer;
	if (!firstBytes(fields, 1)) return shellTurn(fields, row, store);
	if (userOf(fields, row, store)) return [agentTurn(outer, store)];
	return allBytes(fields, 1).flatMap(inner => {
		const part = partOf(inner, store, row);
		return part ? [agentTurn(part, store)] : [];
	});
}

function partOf(bytes: Buffer, store: ChatStore, row: string): Part | undefined {
	const resolved = resolve(bytes, store);
	const fields = readWire(resolved.bytes);
	return fields && fields.length > 0 ? {fields, row: resolved.id ?? row} : undefined;
}

function agentTurn({fields, row}: Part, store: ChatStore): Turn {
	return {
		prompt: userOf(fields, row, store),
		steps: allBytes(fields, 2).flatMap(bytes => stepOf(bytes, row, store)),
		row,
	};
}

/** The message in field 1, if it is what a person typed: text in its own field 1, and not one more wrapping. */
function userOf(fields: readonly WireField[], row: string, store: ChatStore): Turn['prompt'] {
	const bytes = firstBytes(fields, 1);
	const message = bytes && partOf(bytes, store, row)?.fields;
	const inner = firstBytes(message, 1);
	const text = firstString(message, 1);
	if (!inner || text === undefined || resolve(inner, store).id !== undefined) return undefined;
	if (firstBytes(readWire(inner), 1)) return undefined;
	return {text, time: firstTime(message, 25, 26)};
}

function stepOf(bytes: Buffer, turnRow: string, store: ChatStore): Step[] {
	const part = partOf(bytes, store, turnRow);
	if (!part) {
		store.complain(turnRow, 'a step of the turn is unreadable');
		return [];
	}
	const {fields, row} = part;
	const inner = (number: number) => {
		const message = firstBytes(fields, number);
		return message && (partOf(message, store, row)?.fields ?? []);
	};
	const assistant = inner(1);
	if (assistant)
		return [{kind: 'assistant', text: firstString(assistant, 1) ?? '', time: firstTime(assistant, 2), row}];
	const thinking = inner(3);
	if (thinking) return [{kind: 'thinking', text: firstString(thinking, 1) ?? '', time: firstTime(thinking, 3, 4), row}];
	const tool = inner(2);
	return tool ? [toolStep(tool, row)] : [];
}

const toolNames = new Map([
	[1, 'Shell'],
	[3, 'Delete'],
	[4, 'Glob'],
	[5, 'Grep'],
	[8, 'Read'],
	[9, 'TodoWrite'],
	[10, 'TodoRead'],
	[12, 'StrReplace'],
	[13, 'LS'],
	[14, 'ReadLints'],
	[15, 'CallMcpTool'],
	[16, 'SemanticSearch'],
	[17, 'CreatePlan'],
	[18, 'WebSearch'],
	[19, 'Task'],
	[22, 'ApplyPatch'],
	[23, 'AskQuestion'],
	[24, 'WebFetch'],
	[25, 'SwitchMode'],
	[28, 'GenerateImage'],
	[37, 'WebFetch'],
]);

/** Which tool it was is told by the number of the field; of its input only the first words are known for certain. */
function toolStep(fields: readonly WireField[], row: string): Step {
	const call = fields.find(({number, bytes}) => bytes && number !== 57);
	const input = call?.bytes && readWire(firstBytes(readWire(call.bytes), 1) ?? Buffer.alloc(0));
	return {
		kind: 'tool',
		text: firstString(input, 1) ?? '',
		toolName: call ? (toolNames.get(call.number) ?? `tool ${call.number}`) : 'unknown',
		callId: firstString(fields, 57),
		time: firstTime(fields, 59),
		row,
	};
}

function shellTurn(fields: readonly WireField[], row: string, store: ChatStore): Turn[] {
	const bytes = firstBytes(fields, 2);
	const shell = bytes && partOf(bytes, store, row)?.fields;
	const [command, output] = [1, 2].map(number => {
		const part = firstBytes(shell, number);
		return part && partOf(part, store, row)?.fields;
	});
	const text = firstString(command, 1);
	if (text === undefined) return [];
	const printed = [firstString(output, 1), firstString(output, 2)].filter(part => part !== undefined && part !== '');
	return [{steps: [], shell: {command: text, output: printed.join('\n'), exitCode: firstValue(output, 3)}, row}];
}
