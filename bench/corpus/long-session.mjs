// One session of Claude Code that is read from screen to screen.
import fs from 'node:fs';
import path from 'node:path';

/** Many screens of prompts, answers, and tools with their output; every prompt has the word. */
export function writeLongSession(home, word) {
	const file = path.join(home, '.claude', 'projects', '-home-user-boots', 'b0075000-0000-4000-8000-000000000000.jsonl');
	let parentUuid = null;
	const record = (type, message, at) => {
		const uuid = `b0075000-0000-4000-8000-${String(at).padStart(12, '0')}`;
		const timestamp = new Date(Date.UTC(2026, 9, 1) + at * 10_000).toISOString();
		const line = {
			parentUuid,
			isSidechain: false,
			type,
			message,
			uuid,
			timestamp,
			cwd: '/home/user/boots',
			version: '2.1.325',
		};
		parentUuid = uuid;
		return JSON.stringify({...line, sessionId: path.basename(file, '.jsonl')});
	};
	const said = (at, content) => record('assistant', {id: `msg_${at}`, role: 'assistant', content}, at);
	const lines = Array.from({length: 80}, (_, turn) => {
		const at = turn * 4;
		const id = `toolu_${turn}`;
		const output = Array.from({length: 5 + (turn % 9)}, (_, line) => `${line}: what step ${turn} printed`).join('\n');
		return [
			record('user', {role: 'user', content: `${word}: take step ${turn}, and tell me how far we are`}, at),
			said(at + 1, [{type: 'text', text: `Step ${turn} is **taken**. ${'It goes on for a while. '.repeat(12)}`}]),
			said(at + 2, [{type: 'tool_use', id, name: 'Bash', input: {command: `step ${turn}`}}]),
			record('user', {role: 'user', content: [{type: 'tool_result', tool_use_id: id, content: output}]}, at + 3),
		];
	});
	fs.mkdirSync(path.dirname(file), {recursive: true});
	fs.writeFileSync(file, `${lines.flat().join('\n')}\n`);
}
