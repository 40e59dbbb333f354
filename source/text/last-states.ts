import {sanitize} from './sanitize.ts';

/**
 * What a terminal would show of an output at its end: a line that was drawn over and over, as progress bars do, in its
 * last state.
 */
export function lastStates(output: string): string {
	if (!output.includes('\r')) return output;
	return output
		.split(/\r*\n/)
		.map(line => (line.includes('\r') ? lastState(line) : line))
		.join('\n');
}

function lastState(line: string): string {
	const states = line.split('\r');
	// A line may be wiped at last, or end with the return of the one that never came.
	return states.findLast(state => sanitize(state).trim() !== '') ?? '';
}
