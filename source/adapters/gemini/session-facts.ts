/** What the records of a session say about it as a whole. */
import path from 'node:path';
import type {Session} from '../../model/session.ts';
import {type Fields, fieldsOf, isoTime, listOf, stringOf, textOf} from '../fields.ts';
import {titleFrom} from '../titles.ts';
import {contentOf, isSpokenForm, isSummaryOf, type MessageShape, newest} from './message.ts';
import {callsIn} from './parts.ts';

const mostPaths = 64;

export class SessionFacts {
	sessionId: string | undefined;
	projectHash: string | undefined;
	isAgent = false;
	/** The directory the context names first: where the program was started. */
	startDirectory: string | undefined;
	/** Absolute paths that occur in it; one of the directories above them may be the project. */
	readonly paths = new Set<string>();
	/** Somebody said something. */
	hasConversation = false;
	private startedAt: string | undefined;
	private lastMessageAt: string | undefined;
	private lastCopyAt: string | undefined;
	private lastUpdated: string | undefined;
	private summary: string | undefined;
	private prompt: string | undefined;
	private command: string | undefined;

	get hasPrompt(): boolean {
		return this.prompt !== undefined;
	}

	/** The first thing that was typed, a command or not. */
	get opening(): string | undefined {
		return this.prompt ?? this.command;
	}

	get endedAt(): string | undefined {
		const time = this.lastMessageAt ?? this.lastCopyAt ?? this.lastUpdated;
		return time === undefined ? undefined : new Date(time).toISOString();
	}

	/** A header, the fields of a `$set`, or a document without its messages. */
	observeHeader(fields: Fields): void {
		this.sessionId ??= textOf(fields.sessionId);
		this.projectHash ??= textOf(fields.projectHash);
		this.isAgent ||= fields.kind === 'subagent';
		this.summary = textOf(fields.summary) ?? this.summary;
		this.lastUpdated = newest([this.lastUpdated, isoTime(fields.lastUpdated)]);
		// On each resume the header is written again, with a later time.
		const started = isoTime(fields.startTime);
		if (started !== undefined && (this.startedAt === undefined || Date.parse(started) < Date.parse(this.startedAt)))
			this.startedAt = started;
		const directories = listOf(fields.directories).map(stringOf);
		// In other sessions these are directories that were added, not the one it started in.
		if (this.isAgent) this.startDirectory ??= directories[0];
		for (const directory of directories) this.addPath(directory);
	}

	observeMessage(message: Fields, shape: MessageShape): void {
		this.observeShape(shape);
		this.lastMessageAt = newest([this.lastMessageAt, shape.endedAt]);
		if (this.paths.size < mostPaths) this.observeCalls(message);
	}

	/** The messages of a snapshot, which carry the time it was made. */
	observeSnapshot(shapes: readonly MessageShape[]): void {
		for (const [at, shape] of shapes.entries()) {
			this.observeShape(isSummaryOf(shape, shapes[at + 1]) ? {...shape, opening: undefined} : shape);
			this.lastCopyAt = newest([this.lastCopyAt, shape.endedAt]);
		}
	}

	/** The time of the newest message, where not all of them were seen. */
	observeEnd(time: string | undefined): void {
		this.lastMessageAt = newest([this.lastMessageAt, time]);
	}

	fields(): Pick<Session, 'startedAt' | 'endedAt' | 'isAgentSession'> {
		const started = this.startedAt === undefined ? undefined : new Date(this.startedAt).toISOString();
		return {startedAt: started, endedAt: this.endedAt, isAgentSession: this.isAgent};
	}

	title(): Pick<Session, 'title' | 'titleSource'> {
		const summary = titleFrom(this.summary);
		if (summary !== undefined) return {title: summary, titleSource: 'summary'};
		const prompt = titleFrom(this.prompt);
		if (prompt !== undefined) return {title: prompt, titleSource: this.isAgent ? 'description' : 'first-prompt'};
		const command = titleFrom(this.command);
		return command === undefined ? {titleSource: 'none'} : {title: command, titleSource: 'command'};
	}

	private observeShape({form, opening, directory}: MessageShape): void {
		this.hasConversation ||= isSpokenForm(form);
		this.startDirectory ??= directory;
		if (this.prompt !== undefined || opening === undefined || opening.trim() === '') return;
		if (/^[/?]/.test(opening.trim())) this.command ??= opening;
		else this.prompt = opening;
	}

	private observeCalls(message: Fields): void {
		for (const call of [...listOf(message.toolCalls), ...callsIn(contentOf(message))].map(fieldsOf)) {
			for (const value of Object.values(fieldsOf(call.args))) this.addPath(value);
			this.addPath(fieldsOf(call.resultDisplay).filePath);
		}
	}

	private addPath(value: unknown): void {
		if (typeof value !== 'string' || value.length > 1000 || value.includes('\n')) return;
		if (path.posix.isAbsolute(value) || /^[A-Za-z]:[\\/]/.test(value)) this.paths.add(value);
	}
}
