/** One step of a session as it is compared: what was asked, what was answered, what a tool was told and what it said. */
import {createHash} from 'node:crypto';
import type {Entry} from '../model/entry.ts';
import type {ToolUse} from '../model/tool.ts';

export type Step = {
	readonly kind: 'prompt' | 'answer' | 'tool' | 'compaction';
	/** The id of its entry. */
	readonly id: string;
	readonly timestamp?: string;
	readonly model?: string;
	/** What was said; of a tool what it was called for, in one line. */
	readonly text: string;
	readonly tool?: StepTool;
	/** The same for steps that say and do the same, whichever agent wrote them. */
	readonly digest: string;
};

export type StepTool = {
	readonly name: string;
	readonly universal: ToolUse['universal'];
	readonly input: unknown;
	/** As text, to be compared line by line. */
	readonly inputText: string;
	/** Undefined while no result is known. */
	readonly output?: string;
	readonly isError: boolean;
	readonly patch?: string;
};

/** More of one text is not shown in a comparison; whether it is the same is told by all of it. */
const longest = 32 * 1024;

/**
 * The steps of entries that come in the order of their branch. Thinking, notes and titles are no steps. Tools see paths
 * from the session's folder, so that the same work in two folders is the same.
 */
export async function stepsOf(entries: AsyncIterable<Entry> | Iterable<Entry>, cwd?: string): Promise<Step[]> {
	const steps: Step[] = [];
	/** Calls that wait for their result, by their place. */
	const calls = new Map<string, number>();
	for await (const entry of entries) {
		if (entry.isAside || entry.isSidechain) continue;
		if (entry.kind === 'tool_result') {
			const at = calls.get(entry.tool?.callId ?? '');
			if (at !== undefined) steps[at] = withResult(steps[at]!, entry, cwd);
			continue;
		}
		const step = stepOf(entry, cwd);
		if (!step) continue;
		if (step.tool && entry.tool?.callId !== undefined) calls.set(entry.tool.callId, steps.length);
		steps.push(step);
	}
	return steps;
}

function stepOf(entry: Entry, cwd: string | undefined): Step | undefined {
	const {id, timestamp, model, text} = entry;
	const base = {id, timestamp, model};
	switch (entry.kind) {
		case 'user':
			return {...base, kind: 'prompt', text: cut(text), digest: digestOf('prompt', text.trim())};
		case 'assistant':
			if (text.trim() === '') return undefined;
			return {...base, kind: 'answer', text: cut(text), digest: digestOf('answer', text.trim())};
		case 'compaction':
			return {...base, kind: 'compaction', text: cut(text), digest: digestOf('compaction', text.trim())};
		case 'tool_call':
			return toolStep(entry, cwd);
		default:
			return undefined;
	}
}

function toolStep({id, timestamp, model, text, tool, detail}: Entry, cwd: string | undefined): Step {
	const {name = detail ?? 'tool', universal = 'unknown', input} = tool ?? {};
	const inputText = without(cwd, canonical(input));
	const step = {name, universal, input, inputText: cut(inputText), isError: false};
	const words = cut(without(cwd, text));
	return {id, timestamp, model, kind: 'tool', text: words, tool: step, digest: callDigest(step, inputText)};
}

function withResult(step: Step, {tool, text, isError}: Entry, cwd: string | undefined): Step {
	const output = without(cwd, tool?.output ?? text);
	const failed = isError === true || tool?.isError === true;
	const digest = digestOf(step.digest, failed ? 'failed' : 'done', output.trim());
	return {...step, digest, tool: {...step.tool!, output: cut(output), isError: failed, patch: tool?.patch}};
}

/** Agents have other names for the same tools. */
function callDigest({name, universal}: StepTool, inputText: string): string {
	return digestOf('tool', universal === 'unknown' ? name : universal, inputText);
}

function digestOf(...parts: readonly string[]): string {
	const hash = createHash('sha1');
	for (const part of parts) hash.update(`${part.length} `).update(part);
	return hash.digest('base64');
}

/** An input as text that does not depend on the order of its fields. */
function canonical(value: unknown): string {
	if (value === undefined) return '';
	if (typeof value === 'string') return value;
	return JSON.stringify(value, (_, inner: unknown) => (isPlain(inner) ? sorted(inner) : inner), 2) ?? '';
}

function isPlain(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function cut(text: string): string {
	return text.length > longest ? text.slice(0, longest) : text;
}

/** The folder itself is `.`. */
function without(cwd: string | undefined, text: string): string {
	if (!cwd || cwd === '/' || !text.includes(cwd)) return text;
	const escaped = cwd.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	return text.replace(new RegExp(`(?<![\\w.~/-])${escaped}(?:/(?=[^\\s"'])|(?![\\w.-]))`, 'g'), found =>
		found.endsWith('/') ? '' : '.',
	);
}
