/** Sessions of a few calls, for what their results know. */
import type {Entry} from '../../source/model/entry.ts';
import * as claude from './claude-session.ts';
import * as codex from './codex-session.ts';

export {codex};

/** The results of one record with so many of them. */
export async function readClaude(count: number, toolUseResult: unknown): Promise<Entry[]> {
	const ids = Array.from({length: count}, (_, index) => `t${index}`);
	const blocks = ids.map(id => ({type: 'tool_result', tool_use_id: id, content: 'ok'}));
	const calls = ids.map(id => ({type: 'tool_use', id, name: 'Edit', input: {}}));
	const {entries} = await claude.readSession([
		claude.user('u', null, 'go'),
		claude.answer('a', 'u', calls),
		claude.user('r', 'a', blocks, {toolUseResult}),
	]);
	return entries.filter(({kind}) => kind === 'tool_result');
}

export async function codexSession(lines: readonly codex.Fields[]): Promise<Entry[]> {
	const {entries} = await codex.readRecords([codex.meta(), ...codex.typed('go'), ...lines]);
	return entries.filter(({kind}) => kind === 'tool_result');
}
