/** What became of a call: from its text, and from what Cursor keeps beside it for its own screen. */
import type {ToolOutcome} from '../../model/tool.ts';
import {type Fields, fieldsOf, isFields, numberOf, textOf} from '../fields.ts';

const shellText = /^Exit code: (-?\d+)\n+(?:Command output:\n+```\w*\n([\s\S]*)```)?/;

/** `kept` holds one object under the name of how it ended: `success`, `failure`, … */
export function toolOutcome(text: string, kept: Fields): ToolOutcome {
	const [ending = {}] = Object.values(kept).filter(isFields);
	const {exitCode: code, executionTime, durationMs: took, diffString, totalMatchedLines} = fieldsOf(ending);
	const shell = shellText.exec(text);
	const exitCode = shell ? Number(shell[1]) : numberOf(code);
	const durationMs = numberOf(executionTime) ?? numberOf(took);
	const patch = textOf(diffString);
	const matches = numberOf(totalMatchedLines);
	return {
		...(shell?.[2] === undefined ? undefined : {printed: shell[2]}),
		...(exitCode === undefined ? undefined : {exitCode}),
		...(durationMs === undefined ? undefined : {durationMs}),
		...(patch === undefined ? undefined : {patch}),
		...(matches === undefined ? undefined : {found: {matches}}),
	};
}
