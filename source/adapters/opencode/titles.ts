import type {Session} from '../../model/session.ts';
import {titleFrom} from '../titles.ts';
import type {SessionInfo} from './session-info.ts';

const unnamed = /^(?:New|Child) session - \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const forkMark = / \(fork #(\d+)\)$/;

/** `fix the tests (fork #2)` is the second generation of copies of `fix the tests`. */
export function splitTitle(title: string): {base: string; generation: number} {
	const mark = forkMark.exec(title);
	return mark ? {base: title.slice(0, mark.index), generation: Number(mark[1])} : {base: title, generation: 0};
}

/** Whether OpenCode has given it a name yet; until then it is called after the time it began. */
export function hasTitle({title}: SessionInfo): boolean {
	return title !== undefined && !unnamed.test(splitTitle(title).base);
}

export function chooseTitle(info: SessionInfo, firstPrompt?: string): Pick<Session, 'title' | 'titleSource'> {
	const given = titleFrom(info.title);
	if (hasTitle(info) && given !== undefined)
		return {title: given, titleSource: info.parentId === undefined ? 'generated' : 'description'};
	const prompt = titleFrom(firstPrompt);
	if (prompt === undefined)
		return given === undefined ? {titleSource: 'none'} : {title: given, titleSource: 'generated'};
	const {generation} = splitTitle(info.title ?? '');
	return {title: generation > 0 ? `${prompt} (fork #${generation})` : prompt, titleSource: 'first-prompt'};
}
