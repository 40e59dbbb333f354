import path from 'node:path';
import type {Home} from '../adapter.ts';

const desktopStore = 'local-agent-mode-sessions';

/** The stores of Claude Code below a home: the classic one, the XDG one, and the one a variable names. */
export function storesOf(home: Home): string[] {
	// Some tools accept a list in this variable, so users have lists in it. Who moved the store has older sessions still.
	const named = (home.env.CLAUDE_CONFIG_DIR ?? '').split(',').map(part => part.trim());
	const roots = [...named.filter(Boolean), path.join(home.path, '.claude'), path.join(home.path, '.config', 'claude')];
	const desktop = path.join(home.path, 'Library', 'Application Support', 'Claude', desktopStore);
	return [...roots.map(root => path.join(root.normalize('NFC'), 'projects')), desktop];
}

/** By its path alone, whichever home it is below. */
export function isInStore(file: string): boolean {
	const folders = path.dirname(file).split(path.sep);
	return folders.at(-2) === 'projects' || folders.includes(desktopStore);
}

export function isSubagentName(name: string): boolean {
	return name.startsWith('agent-') && name.endsWith('.jsonl');
}

/** The session in whose companion folder a file lies: `<project>/<session>/subagents/…`. */
export function companionOf(file: string): string | undefined {
	const parts = file.split(path.sep);
	const at = parts.lastIndexOf('subagents');
	return at > 0 ? parts[at - 1] : undefined;
}

/** What lies beside a transcript: `<session>/subagents`, `<session>/tool-results`, `<session>/custom-title.json`. */
export function companionFolder(file: string): string {
	const parts = file.split(path.sep);
	const at = parts.lastIndexOf('subagents');
	return at > 0 ? parts.slice(0, at).join(path.sep) : file.replace(/\.jsonl$/, '');
}

export function stemOf(file: string): string {
	return path.basename(file, '.jsonl');
}

/** In a session's companion folder: the name a person gave it. */
export const titleName = 'custom-title.json';

const resultsName = 'tool-results';

/** Where a transcript's large tool outputs lie. */
export function resultsFolder(file: string): string {
	return path.join(companionFolder(file), resultsName);
}

/** What a sub-agent was asked to do, and by which call. */
export function sidecarFile(file: string): string {
	return file.replace(/\.jsonl$/, sidecarEnd);
}

const sidecarEnd = '.meta.json';

/** The transcript to whose text, title or header something in a store belongs; undefined: to nobody's. */
export function transcriptOf(directory: string, name: string): string | undefined {
	if (name === titleName || name === resultsName) return `${directory}.jsonl`;
	return name.endsWith(sidecarEnd) ? path.join(directory, `${name.slice(0, -sidecarEnd.length)}.jsonl`) : undefined;
}

/** The other way round: what there may be beside a transcript. */
export function companionsOf(file: string): string[] {
	const folder = file.replace(/\.jsonl$/, '');
	return [sidecarFile(file), path.join(folder, titleName), path.join(folder, resultsName)];
}
