/** Documents tell some of what a tool said beside its output: why it failed, what went to stderr. It is shown with the rest. */
import {isFields} from '../../adapters/fields.ts';
import type {ToldBeside} from '../../model/tool.ts';

/** All that was said. A reason that the output names is not said twice. */
export function withBeside(
	output: string,
	name: ToldBeside['name'],
	text: string,
): {readonly output: string; readonly beside: ToldBeside} {
	if (name === 'error' && output.includes(text)) return {output, beside: {name, text}};
	const join = output === '' || text === '' || output.endsWith('\n') ? '' : '\n';
	return {output: `${output}${join}${text}`, beside: {name, text, join}};
}

/** The output as the document had it; undefined if the two can't be taken apart any more. */
export function withoutBeside(output: string, {text, join}: ToldBeside): string | undefined {
	if (join === undefined) return output;
	const end = join + text;
	return output.endsWith(end) ? output.slice(0, output.length - end.length) : undefined;
}

export function besideFrom(value: unknown): ToldBeside | undefined {
	if (!isFields(value)) return undefined;
	const {name, text, join} = value;
	if ((name !== 'error' && name !== 'stderr') || typeof text !== 'string') return undefined;
	return join === '' || join === '\n' ? {name, text, join} : {name, text};
}
