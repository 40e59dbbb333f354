/** The fields that say best what a call is about, in the order in which they are believed. */
const tellingFields = [
	'command',
	'cmd',
	'file_path',
	'filePath',
	'absolute_path',
	'target_file',
	'notebook_path',
	'path',
	'pattern',
	'query',
	'url',
	'description',
	'subject',
	'skill',
	'prompt',
	'question',
	'task',
	'intent',
	'summary',
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
	if (!text.includes('\n')) return text.slice(0, 1000).trim();
	const line = text.slice(0, 1000).trim().split('\n', 1)[0] ?? '';
	return text.trim().includes('\n') ? `${line} …` : line;
}
