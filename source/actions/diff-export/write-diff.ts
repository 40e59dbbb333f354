import type {SidesCompared} from '../../compare/compare-sides.ts';
import {sideId} from '../../compare/side-words.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import type {Context, Output} from '../context.ts';
import {slugOf} from '../export/export-name.ts';
import {type Redaction, redactorFor} from '../export/redaction.ts';
import {addReplaced, adviseReplaced, describeReplaced, type Replaced} from '../export/replaced.ts';
import {UserError} from '../user-error.ts';
import {writeSafely} from '../write-file.ts';
import {type DiffFormat, diffFormats} from './diff-document.ts';

export type DiffExport = {
	readonly format: DiffFormat;
	readonly isRedacted: boolean;
	readonly hidesHome?: boolean;
	/** What the user says of secrets. */
	readonly redaction?: Redaction;
};

/** The pieces of the document, and what was replaced in it once they were all taken. */
export function diffPieces(compared: SidesCompared, {format, isRedacted, hidesHome = false, redaction}: DiffExport) {
	const redactor = redactorFor({isRedacted, hidesHome}, redaction);
	const document = {compared, clean: (text: string) => redactor?.text(text) ?? text};
	return {
		async *pieces(): AsyncGenerator<string> {
			// Loaded when it is wanted: nothing else needs them.
			if (format === 'html') yield* (await import('./diff-html.ts')).diffHtml(document);
			else yield* (await import('./diff-markdown.ts')).diffMarkdown(document);
		},
		replaced(): Replaced {
			const all: Replaced = new Map();
			for (const finding of redactor?.report() ?? []) addReplaced(all, finding);
			return all;
		},
	};
}

/** Into a file. Tells how large it is, and what was replaced in it. */
export async function saveDiff(
	compared: SidesCompared,
	{file, force, ...how}: DiffExport & {readonly file: string; readonly force?: boolean},
): Promise<{readonly size: number; readonly replaced?: string}> {
	const {pieces, replaced} = diffPieces(compared, how);
	const size = await writeSafely(file, pieces(), {force});
	return {size, replaced: describeReplaced(replaced())};
}

/** `diff --format F --output FILE`: into a file, or onto standard output. */
export async function* writeDiff({flags, note, redaction}: Context, compared: SidesCompared): Output {
	const {output, force, redact, hideHome} = flags;
	const format = formatFor(flags.format, output);
	const {pieces, replaced} = diffPieces(compared, {
		format,
		isRedacted: redact !== false,
		hidesHome: hideHome,
		redaction,
	});
	if (output === undefined || output === '-') yield* pieces();
	else {
		await writeSafely(output, pieces(), {force});
		note?.(`wrote ${sanitizeLine(output)}`);
	}
	const words = adviseReplaced(replaced());
	if (words !== undefined) note?.(words);
}

function formatFor(wanted: string | undefined, output: string | undefined): DiffFormat {
	const known = wanted === 'md' ? 'markdown' : diffFormats.find(each => each === wanted);
	if (known) return known;
	if (wanted !== undefined) throw new UserError(`--format ${wanted}: a comparison is markdown or html.`, 2);
	return /\.html?(?:\.gz)?$/i.test(output ?? '') ? 'html' : 'markdown';
}

/** `compared-fix-reconnect-6f2a91c0-01a1e205.md` */
export function diffName({sides}: SidesCompared, {format, isRedacted, redaction}: DiffExport): string {
	const given = sides[0].session.title ?? '';
	const title = slugOf(redactorFor({isRedacted, hidesHome: false}, redaction)?.text(given) ?? given);
	const ids = sides.map(side => slugOf(sideId(side, sides)));
	return `${['compared', title, ...ids].filter(Boolean).join('-')}${format === 'html' ? '.html' : '.md'}`;
}
