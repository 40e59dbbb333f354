/** A home of Claude Code sessions that say a given text in every place that a screen shows. */
import fs from 'node:fs';
import path from 'node:path';
import {answer, call, chain, type Fields, result, user} from './claude-session.ts';
import {temporaryDirectory} from './fixture-home.ts';

/** A small picture, whole enough to be described. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export type Saying = {
	/** Of the file, so that the order of the list is known. */
	readonly name: string;
	readonly text: string;
	/** What is said in titles, where it is not the text. */
	readonly title?: string;
	/** What is said in the names of folders, where it is not the text. */
	readonly place?: string;
	/** Whether there is a record of a kind that nobody knows, which is shown as it lies in the file. */
	readonly hasUnknown?: boolean;
	/** How many turns of prompt, answer and tools. */
	readonly turns?: number;
};

/** Writes a session for each text, the first one the newest. */
export function speakingHome(sayings: readonly Saying[]): string {
	const home = temporaryDirectory();
	const folder = path.join(home, '.claude', 'projects', '-home-user-app');
	fs.mkdirSync(folder, {recursive: true});
	for (const [at, saying] of sayings.entries()) {
		const records = recordsSaying(saying, Date.UTC(2026, 0, 28 - at));
		fs.writeFileSync(
			path.join(folder, `${saying.name}.jsonl`),
			records.map(record => `${JSON.stringify(record)}\n`).join(''),
		);
	}
	return home;
}

function recordsSaying(saying: Saying, begin: number): Fields[] {
	const {name, text, title = text, place = text, hasUnknown = true, turns = 2} = saying;
	const records: Fields[] = [];
	let parent: string | null = null;
	const add = (make: (uuid: string, parent: string | null) => Fields) => {
		const uuid = `${name}-${records.length}`;
		const timestamp = new Date(begin + records.length * 20_000).toISOString();
		const fields = {sessionId: name, cwd: `/home/user/in ${place}`, gitBranch: `on ${text}`, timestamp};
		records.push({...make(uuid, parent), ...fields});
		parent = uuid;
	};
	const tool = (id: string, toolName: string, input: Fields, output: unknown, more: Fields = {}) => {
		add((uuid, before) => call(uuid, before ?? '', `${name}-${id}`, toolName, input));
		add((uuid, before) => result(uuid, before ?? '', `${name}-${id}`, output, more));
	};
	for (let turn = 0; turn < turns; turn++) {
		add((uuid, before) => user(uuid, before, `prompt ${turn} ${text}`));
		add((uuid, before) => answer(uuid, before, [{type: 'thinking', thinking: `thought ${text}`, signature: 's'}]));
		add((uuid, before) => answer(uuid, before, markdown(turn, text)));
		tool(`bash${turn}`, 'Bash', {command: `run ${text}`, description: `about ${text}`}, manyLines(`output ${text}`, 4));
		tool(`edit${turn}`, 'Edit', edit(text, place).input, `updated ${text}`, {toolUseResult: edit(text, place).result});
		tool(`fail${turn}`, 'Bash', {command: `fails ${text}`}, `Exit code 1\nfailed ${text}`);
		Object.assign(lastBlock(records), {is_error: true});
		tool(`other${turn}`, `Tool${text}`, {argument: text, [`key ${text}`]: 1}, [{type: 'text', text: `other ${text}`}]);
	}
	const image = {type: 'image', source: {type: 'base64', media_type: 'image/png', data: picture}};
	add((uuid, before) => user(uuid, before, [{type: 'text', text: `picture ${text}`}, image]));
	add((uuid, before) =>
		chain('system', uuid, before, {subtype: `sub ${text}`, content: `note ${text}`, level: 'error'}),
	);
	if (hasUnknown) records.push({type: `new-${text}`, sessionId: name, what: text});
	add((uuid, before) => answer(uuid, before, `the end ${text}`));
	records.push({type: 'custom-title', customTitle: `title ${title}`, sessionId: name});
	return records;
}

function lastBlock(records: readonly Fields[]): Fields {
	return (records.at(-1)!.message as {content: Fields[]}).content[0]!;
}

function markdown(turn: number, text: string): string {
	return [
		`answer ${turn} ${text}`,
		`## heading ${text}`,
		`- item **bold ${text}** and \`code ${text}\`\n- [link ${text}](https://example.com/${text.replace(/\s/g, '')})`,
		`| column ${text} | b |\n|---|---|\n| cell ${text} | 1 |\n| x | ${text} |`,
		`\`\`\`ts\nconst word = '${text}'; // comment ${text}\n\`\`\``,
		`> quoted ${text}`,
	].join('\n\n');
}

function edit(text: string, place: string): {input: Fields; result: Fields} {
	const [oldString, newString] = [`old ${text}`, `new ${text}`];
	const filePath = `/srv/${place}/file.ts`;
	const lines = [` kept ${text}`, `-old ${text}`, `+new ${text}`, `+added ${text}`];
	return {
		input: {file_path: filePath, old_string: oldString, new_string: newString},
		result: {
			filePath,
			oldString,
			newString,
			structuredPatch: [{oldStart: 3, oldLines: 2, newStart: 3, newLines: 3, lines}],
		},
	};
}

function manyLines(text: string, count: number): string {
	return Array.from({length: count}, (_, at) => `${at} ${text}`).join('\n');
}
