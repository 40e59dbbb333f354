import {compareFiles, type FileComparison} from './compare-files.ts';
import {type Comparison, compareSteps} from './compare-steps.ts';
import type {ComparedSide} from './side.ts';

/** Everything there is to say about two sessions, or branches. */
export type SidesCompared = Comparison & {
	readonly sides: readonly [ComparedSide, ComparedSide];
	readonly files: readonly FileComparison[];
	/** The place of the last step they have in common from the beginning, by shared records; undefined for none. */
	readonly parting?: {readonly prompt: number; readonly timestamp?: string};
};

export function compareSides(left: ComparedSide, right: ComparedSide): SidesCompared {
	const comparison = compareSteps(left.steps, right.steps);
	return {
		...comparison,
		sides: [left, right],
		files: compareFiles(left.files, right.files),
		parting: partingOf(left, comparison.summary.commonAncestor),
	};
}

export function isSame({summary}: Comparison): boolean {
	return summary.changed + summary.onlyLeft + summary.onlyRight === 0;
}

function partingOf({steps}: ComparedSide, id: string | undefined): SidesCompared['parting'] {
	const at = id === undefined ? -1 : steps.findIndex(step => step.id === id);
	if (at < 0) return undefined;
	const prompt = steps.slice(0, at + 1).filter(({kind}) => kind === 'prompt').length;
	return {prompt, timestamp: steps[at]!.timestamp};
}
