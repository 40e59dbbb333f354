import {isSuspicious} from './is-suspicious.ts';

/**
 * Text for a file that people open: nothing is left out, but what nobody would see, or what would steer a terminal or turn
 * the rest of a line around, is made visible. A control character becomes its picture (`␛`), anything else its number
 * (`⟨U+202E⟩`); ends of lines become `\n`.
 */
export function visible(text: string): string {
	if (!isSuspicious(text)) return text;
	return text.replace(/\r\n?/g, '\n').replace(hidden, pictureOf).toWellFormed();
}

// As in `sanitize`: the zero-width joiner, its opposite and variation selectors stay, because emoji and Persian need them.
const hidden =
	/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u115F\u1160\u2028\u2029\u2065\u3164\uFFA0\uFFF0-\uFFFB]|\u034F|\u17B4|\u17B5|[\u180B-\u180D]|\u180F|(?![\u200C\u200D])\p{Cf}/gu;

function pictureOf(character: string): string {
	const code = character.codePointAt(0)!;
	if (code < 0x20) return String.fromCodePoint(0x2400 + code);
	if (code === 0x7f) return '␡';
	return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
