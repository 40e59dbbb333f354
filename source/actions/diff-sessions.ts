import {compareSides, isSame} from '../compare/compare-sides.ts';
import {readSide} from './compared-side.ts';
import type {Context, Output} from './context.ts';
import {writeDiff} from './diff-export/write-diff.ts';
import {diffJson} from './diff-json.ts';
import {hunkLines} from './diff-lines.ts';
import {diffHead, fileLines} from './diff-text.ts';
import {UserError} from './user-error.ts';

/** `diff`: what two sessions, or two branches, have in common, where they part, and which files each would leave. */
export async function* diffSessions(context: Context, left: string, right: string): Output {
	const {format, output, stat, files} = context.flags;
	if (context.json && (format !== undefined || output !== undefined))
		throw new UserError('--json goes to standard output; --format and --output are for markdown and html.', 2);
	const compared = compareSides(await readSide(context, left), await readSide(context, right));
	context.ends?.(isSame(compared) ? 0 : 1);
	if (context.json) yield `${JSON.stringify(diffJson(compared))}\n`;
	else if (format !== undefined || output !== undefined) yield* writeDiff(context, compared);
	else {
		yield diffHead(context, compared);
		if (files) yield* fileLines(context, compared.files);
		else if (!stat) for (const hunk of compared.hunks) yield hunkLines(hunk, context);
	}
}
