/** `workspace.yaml`, which lies beside a log: the session's name and where it works. */
import {textOf} from '../fields.ts';
import {readBeginning} from '../jsonl/read-ends.ts';
import {workspaceFileOf} from './places.ts';

export type Workspace = {
	readonly cwd?: string;
	readonly branch?: string;
	readonly name?: string;
	/** A person gave the name. */
	readonly isNamedByUser: boolean;
	readonly summary?: string;
};

const none: Workspace = {isNamedByUser: false};
const largest = 256 * 1024;

export function workspaceBeside(log: string): Workspace {
	const file = workspaceFileOf(log);
	if (file === undefined) return none;
	try {
		return readWorkspace(readBeginning(file, largest).bytes.toString('utf8'));
	} catch {
		return none;
	}
}

export function readWorkspace(yaml: string): Workspace {
	const fields = topLevelScalars(yaml);
	return {
		cwd: textOf(fields.get('cwd')),
		branch: textOf(fields.get('branch')),
		name: textOf(fields.get('name')),
		isNamedByUser: fields.get('user_named') === 'true',
		summary: textOf(fields.get('summary')),
	};
}

/** As much of YAML as Copilot writes: one level of keys; plain, quoted and block scalars. */
function topLevelScalars(yaml: string): Map<string, string> {
	const fields = new Map<string, string>();
	const lines = yaml.split(/\r?\n/);
	for (let at = 0; at < lines.length; at++) {
		const match = /^([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(lines[at]!);
		if (!match) continue;
		const more: string[] = [];
		while (at + 1 < lines.length && (/^\s/.test(lines[at + 1]!) || lines[at + 1] === '')) more.push(lines[++at]!);
		fields.set(match[1]!, scalar((match[2] ?? '').trim(), more));
	}
	return fields;
}

function scalar(first: string, more: readonly string[]): string {
	const block = /^([|>])[+-]?\d*$/.exec(first)?.[1];
	const lines = more.map(line => line.trim());
	if (block !== undefined) return lines.join(block === '|' ? '\n' : ' ').trim();
	const text = [first, ...lines].filter(Boolean).join(' ');
	if (text.startsWith("'")) return text.replace(/^'|'$/g, '').replaceAll("''", "'");
	if (!text.startsWith('"')) return text;
	try {
		return String(JSON.parse(text));
	} catch {
		return text.replace(/^"|"$/g, '');
	}
}
