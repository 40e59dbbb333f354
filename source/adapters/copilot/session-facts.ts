import type {Session} from '../../model/session.ts';
import {type Fields, fieldsOf, textOf} from '../fields.ts';
import {normalTime} from '../jsonl/normal-time.ts';
import {titleFrom} from '../titles.ts';
import type {CopilotEvent} from './event.ts';
import {userMessageOf} from './user-message.ts';
import type {Workspace} from './workspace.ts';

/**
 * What the events of a session say about it as a whole. Fed with the events of a log's two ends it makes a header; fed
 * with all of them, an exact one.
 */
export class SessionFacts {
	private startTime: string | undefined;
	private firstTime: string | undefined;
	private lastTime: string | undefined;
	private cwd: string | undefined;
	private latestCwd: string | undefined;
	private branch: string | undefined;
	private version: string | undefined;
	private titled: string | undefined;
	private firstPrompt: string | undefined;

	get hasPrompt(): boolean {
		return this.firstPrompt !== undefined;
	}

	observe(event: CopilotEvent): void {
		const {type, data} = event;
		this.observeTime(event.timestamp);
		switch (type) {
			case 'session.start':
				this.startTime ??= normalTime(data.startTime);
				this.version = textOf(data.copilotVersion) ?? this.version;
				this.observeContext(fieldsOf(data.context));
				break;
			case 'session.resume':
				this.observeContext(fieldsOf(data.context));
				break;
			case 'session.context_changed':
				this.observeContext(data);
				break;
			case 'session.title_changed':
				this.titled = textOf(data.title) ?? this.titled;
				break;
			case 'user.message':
				if (!this.hasPrompt) this.observePrompt(event);
				break;
		}
	}

	observeTime(time: string | undefined): void {
		if (time === undefined) return;
		if (this.firstTime === undefined || time < this.firstTime) this.firstTime = time;
		if (this.lastTime === undefined || time > this.lastTime) this.lastTime = time;
	}

	fields(workspace: Workspace): Partial<Session> & Pick<Session, 'titleSource'> {
		const cwd = this.cwd ?? workspace.cwd;
		const latestCwd = this.latestCwd ?? workspace.cwd;
		return {
			...this.title(workspace),
			cwd,
			latestCwd: latestCwd === cwd ? undefined : latestCwd,
			gitBranch: this.branch ?? workspace.branch,
			startedAt: this.startTime ?? this.firstTime,
			endedAt: this.lastTime,
			agentVersion: this.version,
		};
	}

	/** Copilot's own name for a session is often nothing but its first prompt. */
	private title({name, isNamedByUser, summary}: Workspace): Pick<Session, 'title' | 'titleSource'> {
		const prompt = titleFrom(this.firstPrompt);
		const named = titleFrom(name ?? this.titled ?? summary);
		if (named !== undefined && isNamedByUser) return {title: named, titleSource: 'custom'};
		if (named !== undefined && !prompt?.startsWith(named.replace(/(?:…|\.{3})$/, '')))
			return {title: named, titleSource: 'generated'};
		return prompt === undefined ? {titleSource: 'none'} : {title: prompt, titleSource: 'first-prompt'};
	}

	private observeContext(context: Fields): void {
		const cwd = textOf(context.cwd);
		this.cwd ??= cwd;
		this.latestCwd = cwd ?? this.latestCwd;
		this.branch = textOf(context.branch) ?? this.branch;
	}

	private observePrompt(event: CopilotEvent): void {
		const {isTyped, text, media} = userMessageOf(event);
		if (!isTyped) return;
		const attached = media?.[0]?.type ?? 'attachment';
		this.firstPrompt = text.trim() === '' ? `[${attached.startsWith('image') ? 'Image' : attached}]` : text;
	}
}
