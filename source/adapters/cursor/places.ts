/** Where Cursor CLI keeps its chats, and what their paths tell. */
import path from 'node:path';
import type {Home} from '../adapter.ts';

/** A database a chat each: `chats/<md5 of the workspace>/<id>/store.db`, `acp-sessions/<id>/store.db`. */
export const storeFolders = ['chats', 'acp-sessions'] as const;
export const transcriptFolder = 'agent-transcripts';

/** The config directory was moved more than once, so every place it was seen in is searched. */
export function rootsOf({path: home, env}: Home): string[] {
	const configs = [env.XDG_CONFIG_HOME, path.join(home, '.config')].filter(each => each !== undefined && each !== '');
	const moved = configs.flatMap(config => ['cursor', 'Cursor'].map(name => path.join(config!, name)));
	return [...new Set([path.join(home, '.cursor'), env.CURSOR_CONFIG_DIR || undefined, ...moved])].filter(
		root => root !== undefined,
	);
}

/** `<root>/chats/…`, `<root>/projects/…`: the root of a file, or its folder where nothing better is known. */
export function rootAbove(file: string): string {
	const parts = path.resolve(file).split(path.sep);
	const at = parts.findLastIndex(part => (storeFolders as readonly string[]).includes(part) || part === 'projects');
	return at > 0 ? parts.slice(0, at).join(path.sep) || path.sep : path.dirname(path.resolve(file));
}

export function isStore(file: string): boolean {
	return path.basename(file) === 'store.db';
}

export function isTranscript(file: string): boolean {
	return /\.(?:jsonl|txt)$/.test(file);
}

/** A sub-agent may live inside its parent's database: `<store.db>#<its id>`. */
export function splitPath(place: string): {readonly file: string; readonly inside?: string} {
	const match = /^(.*store\.db)#(.+)$/s.exec(place);
	return match ? {file: match[1]!, inside: match[2]} : {file: place};
}

export function chatIdOf(store: string): string {
	return path.basename(path.dirname(store));
}

/** The md5 of the workspace a chat was started in, which is the name of a folder above it. */
export function workspaceHashOf(store: string): string | undefined {
	const name = path.basename(path.dirname(path.dirname(store)));
	return /^[0-9a-f]{32}$/.test(name) ? name : undefined;
}

export type TranscriptName = {
	readonly id: string;
	/** Of a sub-agent: `<parent>/subagents/<id>.jsonl`. */
	readonly parentId?: string;
	/** The workspace's path, with everything but letters and digits turned into `-`. */
	readonly slug?: string;
};

export function parseTranscriptName(file: string): TranscriptName {
	const parts = path.resolve(file).split(path.sep);
	const id = path.basename(file).replace(/\.(?:jsonl|txt)$/, '');
	const at = parts.lastIndexOf(transcriptFolder);
	const isSubagent = parts.at(-2) === 'subagents';
	return {
		id,
		parentId: isSubagent ? parts.at(-3) : undefined,
		slug: at > 0 && parts[at - 2] === 'projects' ? parts[at - 1] : undefined,
	};
}
