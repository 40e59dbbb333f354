import {describe, expect, it} from 'vitest';
import {pathHints} from '../../source/adapters/tools/path-hints.ts';
import {summarizeInput} from '../../source/adapters/tools/summarize-input.ts';
import {sessionDataType, toolTable, universalTool} from '../../source/adapters/tools/tool-table.ts';
import {universalTools} from '../../source/model/tool.ts';

describe('the tool table', () => {
	it('has a name for every universal tool, and each name once', () => {
		const names = toolTable.flatMap(row => row.names.map(name => name.toLowerCase()));
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		const covered = new Set(toolTable.map(row => row.universal));
		expect(universalTools.filter(tool => !covered.has(tool))).toEqual([]);
	});

	it.each([
		['Read', 'read_file', 'read'],
		['Write', 'write_file', 'write'],
		['Edit', 'edit_file', 'edit'],
		['Bash', 'shell', 'bash'],
		['Grep', 'grep', 'search'],
		['Glob', 'glob', 'glob'],
		['LS', 'ls', 'list'],
		['AskUserQuestion', 'ask', 'ask'],
		['Task', 'call_agent', 'task'],
	])('maps the document’s %s and %s to %s', (claude, codex, universal) => {
		expect([universalTool(claude), universalTool(codex)]).toEqual([universal, universal]);
	});

	it('classifies for SessionData as its table says', () => {
		expect(['Write', 'Edit', 'CreateFile'].map(sessionDataType)).toEqual(['write', 'write', 'write']);
		expect(['Read', 'Cat', 'ViewFile'].map(sessionDataType)).toEqual(['read', 'read', 'read']);
		expect(['Grep', 'Glob', 'Find', 'WebSearch'].map(sessionDataType)).toEqual([
			'search',
			'search',
			'search',
			'search',
		]);
		expect(['Bash', 'Execute', 'RunCommand'].map(sessionDataType)).toEqual(['shell', 'shell', 'shell']);
		expect(['TodoWrite', 'TaskManager'].map(sessionDataType)).toEqual(['task', 'task']);
		expect(['Skill', 'mcp__github__create_issue', 'FromNextMonth'].map(sessionDataType)).toEqual([
			'generic',
			'generic',
			'unknown',
		]);
	});
});

describe('path hints', () => {
	it('come from the fields of each agent', () => {
		expect(pathHints('Edit', {file_path: 'a.ts', old_string: 'x'})).toEqual(['a.ts']);
		expect(pathHints('edit', {filePath: 'a.ts', edits: [{filePath: 'b.ts'}]})).toEqual(['a.ts', 'b.ts']);
		expect(pathHints('read', {paths: ['a.ts', 'b.ts']})).toEqual(['a.ts', 'b.ts']);
		expect(pathHints('apply_patch', {changes: {'/w/a.ts': {type: 'add'}}})).toEqual(['/w/a.ts']);
	});

	it('are filters to a search, and files to a tool that reads many', () => {
		expect(pathHints('search_file_content', {pattern: 'x', dir_path: 'src', include: '*.ts'})).toEqual(['src']);
		expect(pathHints('read_many_files', {include: ['a.ts', 'b.ts']})).toEqual(['a.ts', 'b.ts']);
	});

	it('come from patches', () => {
		const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Update File: b.ts\n*** Move to: c.ts\n*** End Patch';
		expect(pathHints('apply_patch', patch)).toEqual(['a.ts', 'b.ts', 'c.ts']);
		expect(pathHints('apply_patch', {input: patch})).toEqual(['a.ts', 'b.ts', 'c.ts']);
	});

	it('are not guessed out of commands or texts', () => {
		expect(pathHints('Bash', {command: 'cat a.ts'})).toEqual([]);
		expect(pathHints('Bash', 'cat a.ts')).toEqual([]);
		expect(pathHints('Bash', undefined)).toEqual([]);
	});
});

it('tells what a call is about in one line', () => {
	expect(summarizeInput({command: 'npm test', description: 'Run the tests'})).toBe('npm test');
	expect(summarizeInput({command: ['bash', '-lc', 'ls']})).toBe('bash -lc ls');
	// OpenCode, Gemini CLI and Cursor call the file by other names.
	for (const name of ['filePath', 'absolute_path', 'target_file'])
		expect(summarizeInput({[name]: 'src/a.ts', pattern: 'x'})).toBe('src/a.ts');
	expect(summarizeInput({cmd: 'first\nsecond'})).toBe('first …');
	expect(summarizeInput({odd: true})).toBe('');
});
