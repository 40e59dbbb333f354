/** Code with colours, where its language is known and it is not too long. The library is loaded when a page needs it. */
import {escapeHtml} from './escape.ts';

/** Longer code is read for what it says. */
const longest = 20_000;
/** What a page may spend on colours altogether. */
const mostOfPage = 2_000_000;

export type ColourCode = (code: string, language: string) => string;

export async function codeColours(): Promise<ColourCode> {
	const {default: library} = await import('highlight.js/lib/common');
	let spent = 0;
	return (code, language) => {
		if (code.length > longest || spent > mostOfPage || !library.getLanguage(language)) return escapeHtml(code);
		spent += code.length;
		try {
			const {value} = library.highlight(code, {language, ignoreIllegals: true});
			return value.replaceAll('class="hljs-', 'class="');
		} catch {
			return escapeHtml(code);
		}
	};
}
