import type {Session} from '../../model/session.ts';
import {type Fields, fieldsOf, isFields, stringOf} from '../fields.ts';
import {normalTime} from '../jsonl/normal-time.ts';
import {titleFrom} from '../titles.ts';
import {contentOf} from './content.ts';
import {type Header, headerOf} from './header.ts';
import {titleText} from './user-text.ts';

/**
 * What the records of a session say about it as a whole. Fed with the records of a file's two ends it makes a header;
 * fed with all of them, an exact one.
 */
export class SessionFacts {
	header: Header | undefined;
	private name: string | undefined;
	private firstPrompt: string | undefined;
	private firstTime: string | undefined;
	private lastTime: string | undefined;

	get hasPrompt(): boolean {
		return this.firstPrompt !== undefined;
	}

	observe(record: unknown): void {
		if (!isFields(record)) return;
		this.header ??= headerOf(record);
		this.observeTime(timeOf(record));
		if (record.type === 'session_info') this.observeName(record);
		else if (record.type === 'message' && !this.hasPrompt) this.observePrompt(fieldsOf(record.message));
	}

	/** The latest name holds, and an empty one takes it away. */
	private observeName(record: Fields): void {
		this.name = stringOf(record.name)?.trim() ?? '';
	}

	observeTime(time: string | undefined): void {
		if (time === undefined) return;
		if (this.firstTime === undefined || time < this.firstTime) this.firstTime = time;
		if (this.lastTime === undefined || time > this.lastTime) this.lastTime = time;
	}

	fields(): Pick<Session, 'title' | 'titleSource' | 'cwd' | 'startedAt' | 'endedAt'> {
		return {
			...this.title(),
			cwd: this.header?.cwd,
			// The records of a fork are older than it is.
			startedAt: normalTime(this.header?.startedAt) ?? this.firstTime,
			endedAt: this.lastTime,
		};
	}

	private title(): Pick<Session, 'title' | 'titleSource'> {
		const name = titleFrom(this.name);
		if (name !== undefined) return {title: name, titleSource: 'custom'};
		const prompt = titleFrom(this.firstPrompt);
		return prompt === undefined ? {titleSource: 'none'} : {title: prompt, titleSource: 'first-prompt'};
	}

	private observePrompt(message: Fields): void {
		if (message.role !== 'user') return;
		const {text, media} = contentOf(message.content);
		const title = titleText(text).trim();
		if (title !== '') this.firstPrompt = title;
		else if (media) this.firstPrompt = '[Image]';
	}
}

/** When a record was written. */
export function timeOf(record: Fields): string | undefined {
	return normalTime(record.timestamp) ?? normalTime(fieldsOf(record.message).timestamp);
}
