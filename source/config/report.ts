import type {Config} from './config.ts';
import {takes} from './describe-option.ts';
import {exampleConfig} from './example.ts';
import {options} from './options.ts';
import {describeProblem} from './problem.ts';

export type Given = ReadonlyMap<string, unknown>;

/** What `recollect config` tells: the file, what is wrong in it, and what holds. `given`: what flags say, by option. */
export function configReport({file, exists, settings, problems}: Config, given: Given) {
	return {
		file,
		exists,
		problems: problems.map(problem => ({...problem, described: describeProblem(problem)})),
		values: options.map(option => {
			const said = valueAt(settings, option.name);
			const from = given.has(option.name) ? 'flag' : said === undefined ? 'default' : 'file';
			const value = from === 'flag' ? given.get(option.name) : (said ?? option.preset);
			return {name: option.name, value, from, help: option.help, takes: takes(option)} as const;
		}),
		example: exampleConfig,
	};
}

function valueAt(settings: unknown, name: string): unknown {
	return name.split('.').reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], settings);
}
