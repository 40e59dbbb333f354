/** Where Gemini CLI keeps its sessions, and what the names of its files tell. */
import path from 'node:path';
import type {Home} from '../adapter.ts';

/** The variable stands in for the home directory, not for the store in it. */
export function storeOf(home: Home): string {
	return path.join(home.env.GEMINI_CLI_HOME || home.path, '.gemini');
}

export function isChatName(name: string): boolean {
	return /\.jsonl?$/.test(name);
}

/** What the program sets aside when it can't read or finish a session file. */
export function leftoverReason(name: string): string | undefined {
	if (/\.jsonl?\.unreadable-\d+$/.test(name)) return 'set aside by Gemini CLI as unreadable';
	return /\.jsonl?\.tmp-\d+$/.test(name) ? 'unfinished write of Gemini CLI' : undefined;
}

export function isCheckpointName(name: string): boolean {
	return /^checkpoint(?:-.*)?\.json$/.test(name);
}

/** The tag of `/chat save`; older versions did not encode it. */
export function checkpointTag(file: string): string {
	const tag = path.basename(file, '.json').replace(/^checkpoint-?/, '');
	try {
		return decodeURIComponent(tag);
	} catch {
		return tag;
	}
}

/** Checkpoints have no id of their own: their name, and the project they were saved in. */
export function checkpointId(file: string): string {
	return `${path.basename(file, '.json')}@${path.basename(path.dirname(file))}`;
}

export function stemOf(file: string): string {
	return path.basename(file).replace(/\.jsonl?$/, '');
}

export type Whereabouts = {
	/** The folder of the project: `<store>/tmp/<name>`. */
	readonly project?: string;
	/** The session in whose folder a sub-agent's chat lies. */
	readonly parentName?: string;
	readonly store: string;
};

/** What the path of a file tells; of one outside any store only the folder it lies in. */
export function whereaboutsOf(file: string): Whereabouts {
	const parts = path.resolve(file).split(path.sep);
	const chats = parts.lastIndexOf('chats');
	const last = chats > 0 ? chats : isCheckpointName(path.basename(file)) ? parts.length - 1 : -1;
	if (last < 3) return {store: path.dirname(path.resolve(file))};
	const join = (end: number) => parts.slice(0, end).join(path.sep) || path.sep;
	return {
		project: join(last),
		parentName: chats > 0 && parts.length - chats === 3 ? parts[chats + 1] : undefined,
		store: join(last - 2),
	};
}

/** How the program makes a file name of an id. */
export function fileNameOf(id: string): string {
	return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}
