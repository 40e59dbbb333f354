// Comparing two sessions of 10,000 turns each, in one process. `node bench/compare.mjs`
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {build} from 'esbuild';
import {printTable, report} from './table.mjs';

const here = import.meta.dirname;
const out = path.join(here, '.work', 'compare-modules.mjs');
await build({
	stdin: {
		contents: "export {compareSteps} from './compare/compare-steps.ts'; export {stepsOf} from './compare/step.ts';",
		resolveDir: path.join(here, '..', 'source'),
		loader: 'ts',
	},
	outfile: out,
	bundle: true,
	format: 'esm',
	platform: 'node',
	logLevel: 'error',
});
const {compareSteps, stepsOf} = await import(out);

/** Prompts and answers in turn; every so manieth is another one. */
function entries(turns, {every = 0, seed = 0} = {}) {
	const locator = {path: '/x', offset: 0, length: 1};
	return Array.from({length: turns * 2}, (_, at) => {
		const isOther = every > 0 && at % every === 0;
		const text = `${isOther ? `other ${seed} ` : ''}turn ${at}: ${'some words about the work at hand '.repeat(8)}`;
		return {id: `${seed}-${at}`, kind: at % 2 === 0 ? 'user' : 'assistant', text, locator};
	});
}

const cases = [
	['the same', 10_000, {}],
	['one turn in fifty differs', 10_000, {every: 100, seed: 1}],
	['one turn in five differs', 10_000, {every: 10, seed: 2}],
	['nothing in common', 10_000, {every: 1, seed: 3}],
	['one turn in fifty differs, twice as many turns', 20_000, {every: 100, seed: 4}],
];
for (const [name, turns, options] of cases) {
	const left = await stepsOf(entries(turns));
	const right = await stepsOf(entries(turns, options));
	const begin = performance.now();
	const {summary} = compareSteps(left, right);
	const took = performance.now() - begin;
	if (summary.equal + summary.changed + summary.onlyLeft !== left.length) throw new Error('steps were lost');
	report(`${turns} x ${turns} turns, ${name}`, took, {unit: 'ms', limit: turns === 10_000 ? 1000 : undefined});
}
report('memory at the end', process.memoryUsage.rss() / 1e6, {unit: 'MB', limit: 300});
printTable();
