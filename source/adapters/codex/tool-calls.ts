/** Which tools ran, each call once, and what became of them. */
import {isFields, textOf} from '../fields.ts';
import {Callers} from './callers.ts';
import type {Decoded, Draft, Source} from './draft.ts';
import type {SetForm} from './form.ts';
import {Scripts} from './scripts.ts';
import {Twins, textKey} from './twins.ts';

export class ToolCalls {
	/** Calls that failed, by their ids. */
	readonly failed = new Set<string>();
	/** Which sub-agent a call started. */
	readonly spawned = new Map<string, string>();
	/** The records that tell of the two, in their order. */
	readonly failures: Array<{readonly node: number; readonly callId: string}> = [];
	readonly spawners: Array<{readonly node: number; readonly callId: string}> = [];
	/** Failed results that name no call. */
	private namelessFailures = 0;
	private readonly callers = new Callers();
	/** Results that only the person's side told so far, for calls that the model's side told. */
	private readonly awaited = new Map<string, number>();
	private readonly spawns = new Set<string>();
	private searches = new Twins();
	private scripts: Scripts;

	constructor(private readonly setForm: SetForm) {
		this.scripts = this.newScripts();
	}

	get errors(): number {
		return this.failed.size + this.namelessFailures;
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
		if (earlier !== undefined && earlier !== 'response') this.setForm(node, 'repeated');
		this.callers.set(callId, 'response');
		if (tool?.name === 'spawn_agent') this.spawns.add(callId);
		if (tool?.name === 'exec' && typeof tool.input === 'string') this.scripts.begin(callId, node, tool.input);
	}

	/** The person's side tells of a whole call. If the model's side did so before, this is its end. */
	private observeEnd(node: number, source: Source, call: Draft, result: Draft | undefined): void {
		const callId = call.tool?.callId;
		if (callId !== undefined && call.spawned !== undefined) this.noteSpawn(node, callId, call.spawned);
		if (call.tool?.name === 'web_search' && this.pairSearch(node, source, call.text)) return;
		const teller = callId === undefined ? undefined : this.callers.get(callId);
		if (callId === undefined || teller === undefined || teller === source) {
			if (callId !== undefined) this.callers.set(callId, source);
			this.scripts.ran(wordsOf(call));
			return;
		}
		this.setForm(node, 'repeated');
		if (teller === 'response' && result && !this.callers.isAnswered(callId)) this.awaited.set(callId, node);
	}

	private observeResult(node: number, {tool, text}: Draft): void {
		const callId = tool?.callId;
		if (callId === undefined) return;
		const teller = this.callers.answer(callId);
		this.awaited.delete(callId);
		if (teller !== undefined && teller !== 'response') this.setForm(node, 'repeated');
		if (this.spawns.has(callId) && !this.spawned.has(callId)) {
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
		this.spawned.set(callId, agent);
		this.spawners.push({node, callId});
	}

	private noteFailure(node: number, {tool}: Draft): void {
		if (!tool?.isError) return;
		if (tool.callId === undefined) this.namelessFailures++;
		else {
			this.failed.add(tool.callId);
			this.failures.push({node, callId: tool.callId});
		}
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
