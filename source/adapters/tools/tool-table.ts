/**
 * The one table of tool names: what the agents call their tools, what all agents understand by it (`universal`), and how
 * the SessionData format classifies it (`type`). Names are matched without regard to case. The names that the open
 * formats' documents use stand beside those real files have.
 */
import type {SessionDataToolType, ToolUse, UniversalTool} from '../../model/tool.ts';

export type ToolRow = {
	readonly universal: UniversalTool;
	readonly type: SessionDataToolType;
	readonly names: readonly string[];
};

export const toolTable: readonly ToolRow[] = [
	{
		universal: 'read',
		type: 'read',
		names: [
			'Read',
			'NotebookRead',
			'ReadMcpResourceTool',
			'view_image',
			'read_file',
			'read_many_files',
			'read_mcp_resource',
			'view',
			'ViewFile',
			'ReadFile',
			'Cat',
		],
	},
	{
		universal: 'write',
		type: 'write',
		names: ['Write', 'write_file', 'create', 'create_file', 'CreateFile', 'save_file'],
	},
	{
		universal: 'edit',
		type: 'write',
		names: [
			'Edit',
			'MultiEdit',
			'NotebookEdit',
			'apply_patch',
			'patch',
			'edit_file',
			'replace',
			'str_replace',
			'str_replace_editor',
			'search_replace',
			'StrReplace',
			'MultiStrReplace',
			'EditNotebook',
			'ApplyPatch',
			'Delete',
			'delete_file',
		],
	},
	{
		universal: 'bash',
		type: 'shell',
		names: [
			'Bash',
			'BashOutput',
			'KillBash',
			'KillShell',
			'PowerShell',
			'read_powershell',
			'write_powershell',
			'stop_powershell',
			'list_powershell',
			'run_terminal',
			'shell_exec',
			'Monitor',
			'shell',
			'shell_command',
			'local_shell',
			'exec_command',
			'write_stdin',
			'run_shell_command',
			'run_terminal_cmd',
			'read_bash',
			'write_bash',
			'stop_bash',
			'list_bash',
			'Execute',
			'RunCommand',
			'AwaitShell',
		],
	},
	{
		universal: 'search',
		type: 'search',
		names: ['Grep', 'grep_search', 'search_file_content', 'rg', 'codebase_search', 'SemanticSearch', 'lsp'],
	},
	{universal: 'glob', type: 'search', names: ['Glob', 'find', 'glob_file_search', 'file_search']},
	{
		universal: 'list',
		type: 'read',
		names: ['LS', 'list', 'list_dir', 'list_directory', 'ListMcpResourcesTool', 'list_mcp_resources'],
	},
	{
		universal: 'ask',
		type: 'generic',
		names: [
			'AskUserQuestion',
			'AskQuestion',
			'request_user_input',
			'request_permissions',
			'ask',
			'ask_user',
			'question',
		],
	},
	{
		universal: 'task',
		type: 'task',
		names: [
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
			'invoke_agent',
			'codebase_investigator',
			'cli_help',
			'generalist',
			'browser_agent',
			'read_agent',
			'subagent',
		],
	},
	{universal: 'web_fetch', type: 'generic', names: ['WebFetch', 'web_fetch', 'fetch', 'fetch_url']},
	{
		universal: 'web_search',
		type: 'search',
		names: ['WebSearch', 'web_search', 'google_web_search', 'google_search', 'codesearch'],
	},
	// Known, but nothing all agents have: plans and to-do lists are tasks to SessionData, the rest is generic.
	{
		universal: 'unknown',
		type: 'task',
		names: [
			'TodoWrite',
			'TodoRead',
			'todo_write',
			'write_todos',
			'update_plan',
			'update_todo',
			'TaskCreate',
			'TaskUpdate',
			'TaskList',
			'TaskGet',
			'TaskOutput',
			'TaskStop',
			'TaskManager',
		],
	},
	{
		universal: 'unknown',
		type: 'generic',
		names: [
			'Skill',
			'SlashCommand',
			'ExitPlanMode',
			'exit_plan_mode',
			'EnterPlanMode',
			'EnterWorktree',
			'ExitWorktree',
			'ToolSearch',
			'tool_search',
			'SendMessage',
			'ScheduleWakeup',
			'CronCreate',
			'CronDelete',
			'CronList',
			'ListAgents',
			'ReportFindings',
			'TeamCreate',
			'TeamDelete',
			'StructuredOutput',
			'Artifact',
			'SendUserFile',
			'image_generation',
			'save_memory',
			'update_topic',
			'activate_skill',
			'enter_plan_mode',
			'complete_task',
			'get_internal_docs',
			'CallMcpTool',
			'ReadLints',
			'CreatePlan',
			'SwitchMode',
			'GenerateImage',
			'plan_enter',
			'plan_exit',
			'batch',
			'invalid',
			'report_intent',
			'task_complete',
			'sql',
		],
	},
];

const rowByName = new Map(
	toolTable.flatMap(row => row.names.map((name): [string, ToolRow] => [name.toLowerCase(), row])),
);
// Most are written as they are here.
for (const {names} of toolTable) for (const name of names) rowByName.set(name, rowByName.get(name.toLowerCase())!);

function rowOf(name: string): ToolRow | undefined {
	return rowByName.get(name) ?? rowByName.get(name.toLowerCase());
}

/** Families of tools that are known by how their names begin: those of MCP servers, and Gemini's tracker. */
const ofServer = /^mcp__|^mcp[_-]|^tracker_/i;

export function universalTool(name: string): UniversalTool {
	return rowOf(name)?.universal ?? 'unknown';
}

export function sessionDataType(name: string): SessionDataToolType {
	return rowOf(name)?.type ?? (ofServer.test(name) ? 'generic' : 'unknown');
}

/** As its document has it, else by its name; where nobody knows that, by what such tools are called everywhere. */
export function typeOfTool({name, universal, told}: ToolUse): SessionDataToolType {
	const known = told?.type ?? sessionDataType(name);
	if (known !== 'unknown' || universal === 'unknown') return known;
	return toolTable.find(row => row.universal === universal)!.type;
}

const universalOf: Readonly<Partial<Record<SessionDataToolType, UniversalTool>>> = {
	read: 'read',
	write: 'write',
	search: 'search',
	shell: 'bash',
	task: 'task',
};

/** What a tool is that nobody knows by its name, as far as its type tells. */
export function universalOfType(type: SessionDataToolType | undefined): UniversalTool {
	return (type && universalOf[type]) ?? 'unknown';
}
