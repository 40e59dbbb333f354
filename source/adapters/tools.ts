import type {UniversalTool} from '../model/tool.ts';

/** The one table from the agents' tool names to the universal ones. Names are matched without regard to case. */
const names: Readonly<Record<Exclude<UniversalTool, 'unknown'>, readonly string[]>> = {
	read: ['Read', 'NotebookRead', 'ReadMcpResourceTool', 'view_image', 'read_file', 'read_mcp_resource'],
	write: ['Write', 'write_file'],
	edit: ['Edit', 'MultiEdit', 'NotebookEdit', 'apply_patch', 'edit_file'],
	bash: [
		'Bash',
		'BashOutput',
		'KillBash',
		'KillShell',
		'PowerShell',
		'Monitor',
		'shell',
		'shell_command',
		'local_shell',
		'exec_command',
		'write_stdin',
	],
	search: ['Grep', 'grep', 'ToolSearch', 'tool_search'],
	glob: ['Glob'],
	list: ['LS', 'ls', 'ListMcpResourcesTool', 'list_mcp_resources'],
	ask: ['AskUserQuestion', 'request_user_input', 'request_permissions', 'ask'],
	task: [
		'Task',
		'Agent',
		'Workflow',
		'spawn_agent',
		'send_input',
		'send_message',
		'followup_task',
		'resume_agent',
		'close_agent',
		'interrupt_agent',
		'list_agents',
		'wait_agent',
		'call_agent',
	],
	web_fetch: ['WebFetch'],
	web_search: ['WebSearch', 'web_search'],
};

const universalByName = new Map<string, UniversalTool>(
	Object.entries(names).flatMap(([universal, list]) =>
		list.map((name): [string, UniversalTool] => [name.toLowerCase(), universal as UniversalTool]),
	),
);

export function universalTool(name: string): UniversalTool {
	return universalByName.get(name.toLowerCase()) ?? 'unknown';
}

/** The fields that say best what a call is about, in the order in which they are believed. */
const tellingFields = [
	'command',
	'cmd',
	'file_path',
	'notebook_path',
	'path',
	'pattern',
	'query',
	'url',
	'description',
	'subject',
	'skill',
	'prompt',
	'task_name',
	'message',
	'explanation',
	'chars',
	'input',
];

/** What a call is about, on one line: the command, the file, the pattern. */
export function summarizeInput(input: unknown): string {
	if (typeof input === 'string') return oneLine(input);
	if (typeof input !== 'object' || input === null) return '';
	const fields = input as Readonly<Record<string, unknown>>;
	for (const name of tellingFields) {
		const value = fields[name];
		if (typeof value === 'string' && value.trim() !== '') return oneLine(value);
		if (Array.isArray(value) && value.every(part => typeof part === 'string')) return oneLine(value.join(' '));
	}
	return '';
}

function oneLine(text: string): string {
	const line = text.slice(0, 1000).trim().split('\n', 1)[0] ?? '';
	return text.trim().includes('\n') ? `${line} …` : line;
}
