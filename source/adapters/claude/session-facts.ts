import type {Session, TitleSource} from '../../model/session.ts';
import {type Fields, isoTime, stringOf, textOf} from '../fields.ts';
import {titleFrom} from '../titles.ts';
import {readUserText} from './harness-text.ts';
import {queuedPromptOf, userTextOf} from './records.ts';

export type TitleChoice = {readonly title?: string; readonly titleSource: TitleSource};

/**
 * What the records of a session say about it as a whole. Fed with the few records of a file's two ends it makes a
 * header; fed with all of them, an exact one.
 */
export class SessionFacts {
	startedAt: string | undefined;
	endedAt: string | undefined;
	cwd: string | undefined;
	latestCwd: string | undefined;
	gitBranch: string | undefined;
	version: string | undefined;
	forkedFrom: string | undefined;
	firstPrompt: string | undefined;
	hasPrompt = false;
	private command: string | undefined;
	private custom: string | undefined;
	private generated: string | undefined;
	private lastPrompt: string | undefined;
	private readonly summaries: Array<{summary: string; leaf: string}> = [];

	/** `isOwn` is false for records a sub-agent wrote into its parent's file. */
	observe(record: Fields, isOwn = true): void {
		const time = isoTime(record.timestamp);
		if (time !== undefined && time !== '') this.observeTime(time);
		const type = record.type;
		if (type === 'custom-title') this.custom = textOf(record.customTitle) ?? this.custom;
		else if (type === 'ai-title') this.generated = textOf(record.aiTitle) ?? this.generated;
		else if (type === 'last-prompt') this.lastPrompt = promptTitle(record.lastPrompt) ?? this.lastPrompt;
		else if (type === 'summary') this.observeSummary(record);
		else if (isOwn) this.observeChain(record);
	}

	/** A title that lies beside the transcript. */
	observeCustomTitle(title: string | undefined): void {
		this.custom ??= title;
	}

	/**
	 * The documented order: the name a person gave, the name the agent gave, the last prompt, a summary, the first prompt.
	 * A summary is believed only if the record it speaks of is in this file: old versions wrote it into the wrong ones.
	 */
	title(isInFile: (uuid: string) => boolean): TitleChoice {
		const summary = this.summaries.findLast(({leaf}) => isInFile(leaf))?.summary;
		const choices: Array<[TitleSource, string | undefined]> = [
			['custom', this.custom],
			['generated', this.generated],
			['last-prompt', this.lastPrompt],
			['summary', summary],
			['first-prompt', this.firstPrompt],
			['command', this.command],
		];
		for (const [titleSource, text] of choices) {
			const title = titleFrom(text);
			if (title !== undefined) return {title, titleSource};
		}
		return {titleSource: 'none'};
	}

	get hasSummaries(): boolean {
		return this.summaries.length > 0;
	}

	fields(): Partial<Session> {
		return {
			cwd: this.cwd,
			latestCwd: this.latestCwd,
			gitBranch: this.gitBranch,
			startedAt: this.startedAt,
			endedAt: this.endedAt,
			agentVersion: this.version,
		};
	}

	private observeTime(time: string): void {
		// Times are compared as text where they can be: nearly all have the same shape.
		if (this.startedAt === undefined || time < this.startedAt) this.startedAt = time;
		if (this.endedAt === undefined || time > this.endedAt) this.endedAt = time;
	}

	private observeSummary(record: Fields): void {
		const summary = textOf(record.summary);
		const leaf = stringOf(record.leafUuid);
		if (summary !== undefined && leaf !== undefined) this.summaries.push({summary, leaf});
	}

	private observeChain(record: Fields): void {
		const cwd = textOf(record.cwd);
		if (cwd !== undefined) {
			this.cwd ??= cwd;
			this.latestCwd = cwd;
		}
		const branch = textOf(record.gitBranch);
		if (branch !== undefined && branch !== 'HEAD') this.gitBranch = branch;
		this.version = textOf(record.version) ?? this.version;
		if (this.forkedFrom === undefined && record.forkedFrom) {
			this.forkedFrom = stringOf((record.forkedFrom as Fields).sessionId);
		}
		if (!this.hasPrompt) this.observeFirstWords(record);
	}

	private observeFirstWords(record: Fields): void {
		const text = record.type === 'user' ? userTextOf(record) : undefined;
		if (text?.kind === 'command') this.command ??= text.text;
		const prompt = text?.kind === 'prompt' ? text.text : queuedPromptOf(record)?.text;
		if (prompt === undefined) return;
		this.hasPrompt = true;
		this.firstPrompt = prompt.trim() === '' ? '[Image]' : prompt;
	}
}

/** The last prompt as the agent saved it, unless it is one of the harness's own texts. */
function promptTitle(value: unknown): string | undefined {
	const text = textOf(value);
	if (text === undefined) return undefined;
	const read = readUserText(text);
	return read.kind === 'prompt' || read.kind === 'command' ? textOf(read.text) : undefined;
}
