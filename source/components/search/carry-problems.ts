import type {Problem} from '../../search/query/query.ts';

/** The problems of a text as they lie in what it was changed to: those that the change did not touch. */
export function carryProblems(problems: readonly Problem[], before: string, after: string): Problem[] {
	if (before === after) return [...problems];
	const shortest = Math.min(before.length, after.length);
	let start = 0;
	while (start < shortest && before[start] === after[start]) start++;
	let end = 0;
	while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
	const shift = after.length - before.length;
	return problems.flatMap(problem => {
		if (problem.end <= start) return [problem];
		if (problem.start < before.length - end) return [];
		return [{...problem, start: problem.start + shift, end: problem.end + shift}];
	});
}
