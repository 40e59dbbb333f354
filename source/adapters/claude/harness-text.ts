/**
 * Claude Code writes much into `user` records that no person typed: reminders, command tags, hook output, IDE context.
 * This file tells the typed words from the rest.
 */
export type UserText =
	| {readonly kind: 'prompt'; readonly text: string}
	/** A slash command, as it was typed. */
	| {readonly kind: 'command'; readonly text: string}
	/** `!` mode: a shell command a person ran, or its output. */
	| {readonly kind: 'shell'; readonly text: string}
	/** Says that the person stopped the model. */
	| {readonly kind: 'interrupt'; readonly text: string}
	/** The summary that a compaction left. */
	| {readonly kind: 'summary'; readonly text: string}
	/** Words of the harness. */
	| {readonly kind: 'harness'; readonly text: string};

/** Blocks that are cut out of a text wherever they stand; what is left may still be a prompt. */
const insertedTags = ['system-reminder', 'ide_opened_file', 'ide_selection', 'ide_diagnostics', 'session-start-hook'];

/** Texts that begin so come from the harness as a whole. */
const harnessOpening =
	/^(?:<(?:local-command-(?:stdout|stderr|caveat)|task-notification|user-memory-input|session-start-hook|tick|goal|ide_opened_file|ide_selection|system-reminder|teammate-message|agent-message)\b|Stop hook feedback:|Caveat: The messages below were generated)/;

const imageMark = /\[Image(?: #\d+|: source: [^\]]{0,1000})?\]\s?/g;

// Searched by hand: a regular expression would look for the end again from every opening tag of a text that has no end.
function tagged(text: string, tag: string): string | undefined {
	const from = text.indexOf(`<${tag}>`);
	const to = from === -1 ? -1 : text.indexOf(`</${tag}>`, from);
	return to === -1 ? undefined : text.slice(from + tag.length + 2, to).trim();
}

function withoutBlocks(text: string, tag: string, cut?: string[]): string {
	const [opening, closing] = [`<${tag}>`, `</${tag}>`];
	let kept = '';
	let at = 0;
	for (;;) {
		const from = text.indexOf(opening, at);
		const to = from === -1 ? -1 : text.indexOf(closing, from);
		if (to === -1) return kept + text.slice(at);
		kept += text.slice(at, from);
		at = to + closing.length;
		cut?.push(text.slice(from, at));
	}
}

/** What is cut out of a text of the user, or all of one that no person typed. */
export function insertedIn(raw: string): string[] {
	const text = raw.trim();
	if (!text.includes('<')) return [];
	if (readUserText(text).kind !== 'prompt') return [text];
	const inserted: string[] = [];
	insertedTags.reduce((rest, tag) => withoutBlocks(rest, tag, inserted), text);
	return inserted;
}

export function readUserText(raw: string): UserText {
	const text = raw.trim();
	if (text.startsWith('[Request interrupted by user')) return {kind: 'interrupt', text: text.replace(/^\[|\]$/g, '')};
	if (text.startsWith('This session is being continued from a previous conversation')) return {kind: 'summary', text};
	if (text.startsWith('<command-name>') || text.startsWith('<command-message>')) {
		const name = tagged(text, 'command-name') ?? tagged(text, 'command-message') ?? '';
		const typed = [name.startsWith('/') ? name : `/${name}`, tagged(text, 'command-args')].filter(Boolean).join(' ');
		return {kind: 'command', text: typed};
	}
	if (text.startsWith('<bash-input>')) return {kind: 'shell', text: `! ${tagged(text, 'bash-input') ?? ''}`};
	if (text.startsWith('<bash-stdout>') || text.startsWith('<bash-stderr>')) {
		const output = [tagged(text, 'bash-stdout'), tagged(text, 'bash-stderr')].filter(Boolean).join('\n');
		return {kind: 'shell', text: output};
	}

	const left = text.includes('<') ? insertedTags.reduce((rest, tag) => withoutBlocks(rest, tag), text).trim() : text;
	if (left === '' || harnessOpening.test(left)) return {kind: 'harness', text};
	return {kind: 'prompt', text: left.includes('[Image') ? left.replace(imageMark, '').trim() : left};
}
