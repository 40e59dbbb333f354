/**
 * Colours of code. What knows the languages is large, and the first use of each takes as long as several frames: it is
 * loaded, and each language made ready, behind the screen when code of it is drawn, which is plain until then.
 */
import type {Role} from '../../theme.ts';
import {type LanguageName, languageNamed} from './language-names.ts';

/** A part of the code that has a role. */
export type SyntaxSpan = {readonly start: number; readonly end: number; readonly role: Role};

/** Nobody reads more of it in an answer; and no line like that was written by hand. */
const longestCode = 32 * 1024;
const longestLine = 2000;
/** The work of some languages grows with the square of the code: it is given to them in pieces. */
const longestPiece = 4 * 1024;
/** Milliseconds for one block of code; what is left then stays plain. */
const patience = 40;

let highlighter: typeof import('./highlighter.ts') | undefined;
const ready = new Set<LanguageName>();
const preparing = new Map<LanguageName, Promise<void>>();
const listeners = new Set<() => void>();

/** The coloured parts in their order, apart from each other; undefined where nothing is known of the language, or not yet. */
export function highlight(code: string, language: string): readonly SyntaxSpan[] | undefined {
	const name = languageNamed(language);
	if (name === undefined || code.length > longestCode || hasLongLine(code)) return undefined;
	if (!highlighter || !ready.has(name)) {
		void prepareLanguage(name);
		return undefined;
	}
	const end = performance.now() + patience;
	const spans: SyntaxSpan[] = [];
	for (let start = 0; start < code.length && performance.now() < end; ) {
		const piece = code.slice(start, endOfPiece(code, start));
		for (const span of highlighter.syntaxSpans(piece, name))
			spans.push({start: start + span.start, end: start + span.end, role: span.role});
		start += piece.length;
	}
	return spans;
}

/** Never rejects: where it can't be had, code stays plain. */
export function prepareLanguage(name: LanguageName): Promise<void> {
	const begun = preparing.get(name) ?? prepare(name);
	preparing.set(name, begun);
	return begun;
}

/** How many languages have their colours: what was drawn when they were fewer is drawn again. */
export function readyLanguages(): number {
	return ready.size;
}

/** Calls back when code gets its colours; gives what stops that. */
export function onLanguageReady(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

async function prepare(name: LanguageName): Promise<void> {
	try {
		highlighter ??= await import('./highlighter.ts');
		// The frame that wants it is drawn first.
		await new Promise(resolve => setImmediate(resolve));
		highlighter.syntaxSpans('a = 1', name);
	} catch {
		return;
	}
	ready.add(name);
	for (const listener of [...listeners]) listener();
}

/** Behind an empty line, or at least behind a line: hardly anything of a language reaches beyond the first. */
function endOfPiece(code: string, start: number): number {
	const most = start + longestPiece;
	if (code.length <= most) return code.length;
	const paragraph = code.lastIndexOf('\n\n', most);
	if (paragraph > start + longestPiece / 2) return paragraph + 2;
	const line = code.lastIndexOf('\n', most);
	return line > start ? line + 1 : most;
}

function hasLongLine(code: string): boolean {
	for (let start = 0; start < code.length; ) {
		const end = code.indexOf('\n', start);
		if ((end < 0 ? code.length : end) - start > longestLine) return true;
		if (end < 0) return false;
		start = end + 1;
	}
	return false;
}
