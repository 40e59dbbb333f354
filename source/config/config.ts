/** The user's config file. It is only ever read: nothing of ours writes to it. */
import fs from 'node:fs';
import type {BoundAction} from '../keymap/effective-keymap.ts';
import type {Settings} from './options.ts';
import type {ConfigProblem} from './problem.ts';

export type Config = {
	readonly file: string;
	readonly exists: boolean;
	readonly settings: Settings;
	/** The keymap with the keys of the file; absent where it changes none. */
	readonly bindings?: readonly BoundAction[];
	readonly problems: readonly ConfigProblem[];
};

/** More than this is no config file. */
const largest = 1024 * 1024;

/** Reads it. What reads JSON is loaded only where there is a file; most people have none. */
export async function loadConfig(file: string, isNamed: boolean): Promise<Config> {
	let text: string;
	try {
		const {size} = fs.statSync(file);
		if (size > largest) return unusable(file, 'The file is too large for a config file.');
		text = fs.readFileSync(file, 'utf8');
	} catch (error) {
		const {code} = error as NodeJS.ErrnoException;
		const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
		if (isAbsent && !isNamed) return {file, exists: false, settings: {}, problems: []};
		return unusable(file, isAbsent ? 'There is no such file.' : describeTrouble(code), !isAbsent);
	}
	const {readConfig} = await import('./read-config.ts');
	return {file, exists: true, ...readConfig(file, text)};
}

function unusable(file: string, message: string, exists = true): Config {
	return {file, exists, settings: {}, problems: [{file, message}]};
}

function describeTrouble(code: string | undefined): string {
	if (code === 'EACCES' || code === 'EPERM') return 'No permission to read it.';
	return code === 'EISDIR' ? 'It is a directory.' : `It can not be read (${code ?? 'unknown'}).`;
}
