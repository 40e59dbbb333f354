/** Which tools ran, each call once, and what became of them. */
import {isFields, textOf} from '../fields.ts';
import {Callers} from './callers.ts';
import type {Decoded, Draft, Source} from './draft.ts';
import type {SetForm} from './form.ts';
import {Scripts} from './scripts.ts';
import {Twins, textKey} from './twins.ts';

export class ToolCalls {
	/** Results of calls that failed, whoever said so. */
	readonly failed = new Set<number>();
	/** Which sub-agent a call started. */
	readonly spawned = new Map<number, string>();
	/** The nodes that told of calls that failed, and of failed results that name no call. */
	readonly errors: number[] = [];
	private readonly callers = new Callers();
	/** Results that only the person's side told so far, for calls that the model's side told. */
	private readonly awaited = new Map<string, number>();
	private readonly spawns = new Set<string>();
	private searches = new Twins();
	private scripts: Scripts;

	constructor(private readonly setForm: SetForm) {
		this.scripts = this.newScripts();
	}

	reset(): void {
		this.scripts = this.newScripts();
		this.searches = new Twins();
		this.finish();
	}

	/** What nobody else told after all is shown. */
	finish(): void {
		for (const node of this.awaited.values()) this.setForm(node, 'result-only');
		this.awaited.clear();
	}

	observe(node: number, {drafts, source}: Decoded): void {
		let call: Draft | undefined;
		let result: Draft | undefined;
		for (const draft of drafts) {
			if (draft.kind === 'tool_call') call ??= draft;
			else if (draft.kind === 'tool_result') result ??= draft;
		}
		if (call && source === 'response') this.observeCall(node, call);
		else if (call && source !== undefined) this.observeEnd(node, source, call, result);
		else if (result && this.isScriptOutput(node, result)) return;
		else if (result) this.observeResult(node, result);
		if (result) this.noteFailure(node, result);
	}

	private observeCall(node: number, {tool, text}: Draft): void {
		if (tool?.name === 'web_search') {
			this.pairSearch(node, 'response', text);
			return;
		}
		const callId = tool?.callId;
		if (callId === undefined) return;
		const earlier = this.callers.get(callId);
		if (earlier !== undefined && earlier !== 'response') {
			this.setForm(node, 'repeated');
			this.callers.tellAgain(callId, 'response');
		} else {
			this.showAwaited(callId);
			this.callers.begin(callId, 'response', node);
		}
		if (tool?.name === 'spawn_agent') this.spawns.add(callId);
		if (tool?.name === 'exec' && typeof tool.input === 'string') this.scripts.begin(callId, node, tool.input);
	}

	/** The person's side tells of a whole call. If the model's side did so before, this is its end. */
	private observeEnd(node: number, source: Source, call: Draft, result: Draft | undefined): void {
		const callId = call.tool?.callId;
		const teller = callId === undefined ? undefined : this.callers.get(callId);
		const isNew = teller === undefined || teller === source;
		const isSearch = call.tool?.name === 'web_search' && this.pairSearch(node, source, call.text);
		if (callId !== undefined && isNew && !isSearch) this.callers.begin(callId, source, node);
		if (callId !== undefined && call.spawned !== undefined) this.noteSpawn(node, callId, call.spawned);
		if (isSearch) return;
		if (callId === undefined || isNew) {
			this.scripts.ran(wordsOf(call));
			return;
		}
		this.setForm(node, 'repeated');
		if (teller === 'response' && result && !this.callers.isAnswered(callId)) this.awaited.set(callId, node);
	}

	private observeResult(node: number, {tool, text}: Draft): void {
		const callId = tool?.callId;
		if (callId === undefined) return;
		const teller = this.callers.answer(callId, node);
		this.awaited.delete(callId);
		if (this.callers.hasFailed(callId)) this.failed.add(node);
		if (teller !== undefined && teller !== 'response') this.setForm(node, 'repeated');
		if (this.spawns.has(callId) && !this.spawned.has(this.callers.nodeOf(callId) ?? node)) {
			const child = agentIn(text);
			if (child !== undefined) this.noteSpawn(node, callId, child);
		}
	}

	/** The output of a script is its own only where nothing real stands behind it. */
	private isScriptOutput(node: number, {tool, text}: Draft): boolean {
		return tool?.callId !== undefined && this.scripts.end(tool.callId, node, text);
	}

	/** A search has no id that both sides share; what was looked for tells the pair. */
	private pairSearch(node: number, source: Source, words: string): boolean {
		const hidden = this.searches.see(node, source === 'response' ? 'model' : 'person', [textKey(words)]);
		if (hidden !== undefined) this.setForm(hidden, 'repeated');
		return hidden === node;
	}

	private noteSpawn(node: number, callId: string, agent: string): void {
		this.spawned.set(this.callers.nodeOf(callId) ?? node, agent);
	}

	/** The person may be told of it before or after the model is given the output. */
	private noteFailure(node: number, {tool}: Draft): void {
		if (!tool?.isError) return;
		const {callId} = tool;
		if (callId === undefined || this.callers.fail(callId)) this.errors.push(node);
		if (callId === undefined) return;
		this.failed.add(node);
		const result = this.callers.resultOf(callId);
		if (result !== undefined) this.failed.add(result);
	}

	/** Another call has the id now: nobody else will tell of the result. */
	private showAwaited(callId: string): void {
		const node = this.awaited.get(callId);
		if (node !== undefined) this.setForm(node, 'result-only');
		this.awaited.delete(callId);
	}

	private newScripts(): Scripts {
		return new Scripts(node => this.setForm(node, 'aside'));
	}
}

/** What a script that made this call spells out: the command, or the name of the file. */
function wordsOf({tool, text}: Draft): string {
	const input = isFields(tool?.input) ? tool.input : {};
	return (
		textOf(input.cmd) ?? (tool?.name === 'apply_patch' ? (text.split(', ', 1)[0]!.split(/[\\/]/).at(-1) ?? '') : text)
	);
}

/** The answer of `spawn_agent`, in the first generation, names the thread it started. */
function agentIn(output: string): string | undefined {
	try {
		const value: unknown = JSON.parse(output);
		return isFields(value) ? (textOf(value.agent_id) ?? textOf(value.thread_id)) : undefined;
	} catch {
		return undefined;
	}
}
