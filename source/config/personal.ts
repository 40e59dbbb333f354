import fs from 'node:fs';
import path from 'node:path';
import type {Config} from './config.ts';
import {LogFile} from './log-file.ts';
import type {Settings} from './options.ts';
import {summarizeProblems} from './problem.ts';
import {StateFile} from './state-file.ts';

export type Circumstances = {
	/** Where the program keeps what is its own. */
	readonly folder: string;
	/** Whose sessions are shown; absent: nothing of it is to be remembered. */
	readonly homes?: readonly string[];
	readonly isFresh: boolean;
	/** For the log. */
	readonly facts: () => readonly string[];
};

/** What makes the explorer the user's own: keys, what was open the last time, where errors are written down. */
export function personal({settings, bindings, problems}: Config, {folder, homes, isFresh, facts}: Circumstances) {
	const log = new LogFile(folder, facts);
	const state = homes && settings.restore !== false ? new StateFile(folder, homes) : undefined;
	const {scope, mode, group, sort, subAgents, preview, level} = settings.defaults ?? {};
	return {
		bindings,
		// A line of the screen is short, and everybody knows where the file is.
		notice: summarizeProblems(problems.map(problem => ({...problem, file: path.basename(problem.file)}))),
		log: (note: string) => log.write(note),
		memory: {
			before: isFresh ? undefined : state?.read(),
			usual: {
				export: exportChoice(settings),
				scope,
				mode,
				grouping: group,
				sort,
				agentSessions: subAgents,
				preview,
				level,
			},
			areThere: (files: readonly string[]) => files.every(file => fs.existsSync(file)),
			keep: state && ((now: unknown) => state.keep(now)),
		},
	};
}

/** What the file says of exports, where it says anything. */
function exportChoice({export: chosen}: Settings) {
	if (!chosen) return undefined;
	const {format = 'markdown', redact = true, hideHome = false} = chosen;
	return {format, isRedacted: redact, hidesHome: hideHome};
}
