/** One record of a session, by where it lies and what it is to the branches; its text stays where it is. */
import {createHash} from 'node:crypto';
import type {NodeRole} from '../../model/node-role.ts';
import {fieldsOf, textOf} from '../fields.ts';
import type {MessageRef} from './conversation-state.ts';
import {type Draft, isTaskTool, roleOf} from './draft.ts';

export type Place =
	| {readonly kind: 'message'; readonly message: MessageRef}
	| {readonly kind: 'line'; readonly offset: number; readonly length: number; readonly isMarker: boolean}
	/** A step of a turn as it was shown; -1 is its prompt, or the command a person ran. */
	| {readonly kind: 'shown'; readonly turn: number; readonly step: number}
	/** A summary that no message holds. */
	| {readonly kind: 'archive'; readonly archive: number}
	| {readonly kind: 'meta' | 'sidecar' | 'root'};

export type Piece = Place & Shape;

export type Shape = {
	readonly role: NodeRole;
	readonly promptKey?: string;
	readonly isSummary: boolean;
	readonly hasThinking: boolean;
	readonly calls: number;
	readonly errors: number;
	/** Parts of it that we do not know. */
	readonly unknown: number;
	/** It says that the turn failed. */
	readonly isFailure: boolean;
	readonly model?: string;
	/** The newest time it tells itself. */
	readonly time?: string;
	/** Calls that started sub-agents: the number of the draft, and the words the sub-agent was given. */
	readonly tasks: ReadonlyArray<{readonly draft: number; readonly callId?: string; readonly promptKey: string}>;
	/** Which sub-agent a call started, by its result. */
	readonly agents: ReadonlyArray<{readonly callId: string; readonly agentId: string}>;
	/** How many of the steps that are shown it holds: words of the answer, and calls. */
	readonly spoken: number;
};

export const noShape: Shape = {
	role: 'aside',
	isSummary: false,
	hasThinking: false,
	calls: 0,
	errors: 0,
	unknown: 0,
	isFailure: false,
	tasks: [],
	agents: [],
	spoken: 0,
};

export function shapeOf(drafts: readonly Draft[]): Shape {
	const prompt = drafts.find(({kind}) => kind === 'user');
	const isCall = ({kind}: Draft) => kind === 'tool_call';
	const isSaid = ({kind, text}: Draft) => kind === 'assistant' && text.trim() !== '';
	return {
		role: roleOf(drafts),
		promptKey: prompt && keyOf(prompt.text),
		isSummary: drafts.some(({kind}) => kind === 'compaction'),
		hasThinking: drafts.some(({kind, text}) => kind === 'thinking' && text.trim() !== ''),
		calls: drafts.filter(isCall).length,
		errors: drafts.filter(({isError}) => isError).length,
		unknown: drafts.filter(({kind}) => kind === 'unknown').length,
		isFailure: drafts.some(({kind, isError}) => kind === 'system' && isError),
		model: drafts.find(({model}) => model !== undefined)?.model,
		time: drafts.reduce<string | undefined>((newest, {timestamp}) => later(newest, timestamp), undefined),
		tasks: drafts.flatMap((each, draft) => {
			const prompt = textOf(fieldsOf(each.tool?.input).prompt);
			const isTask = isCall(each) && isTaskTool(each.tool?.name ?? '');
			return isTask && prompt !== undefined ? [{draft, callId: each.tool?.callId, promptKey: keyOf(prompt)}] : [];
		}),
		agents: drafts.flatMap(({tool, agentId}) =>
			agentId === undefined || tool?.callId === undefined ? [] : [{callId: tool.callId, agentId}],
		),
		spoken: drafts.filter(each => isCall(each) || isSaid(each)).length,
	};
}

/** Enough of a text to know it again without keeping it. White space differs between tellings. */
export function keyOf(text: string): string {
	return createHash('sha1').update(text.replace(/\s+/g, ' ').trim()).digest('base64url').slice(0, 16);
}

export function later(a: string | undefined, b: string | undefined): string | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	return a > b ? a : b;
}
