/** Something in the config file that can't be used, and where it stands. Lines and columns count from 1. */
export type ConfigProblem = {
	readonly file: string;
	readonly line?: number;
	readonly column?: number;
	readonly message: string;
};

/** As compilers say it, so that editors and terminals find the place. */
export function describeProblem(problem: ConfigProblem): string {
	return `${placeOf(problem)}: ${problem.message}`;
}

/** The first of them, and that there are more: in this order, for the end of a long line may be cut off. */
export function summarizeProblems([first, ...others]: readonly ConfigProblem[]): string | undefined {
	if (!first) return undefined;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	return `${placeOf(first)}${more}: ${first.message} \`recollect config\` tells all.`;
}

function placeOf({file, line, column}: ConfigProblem): string {
	return [file, line, column].filter(part => part !== undefined).join(':');
}
