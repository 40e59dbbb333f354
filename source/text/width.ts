import stringWidth from 'string-width';
import {clustersOf, isAscii, simpleWidth} from './clusters.ts';

/** How many columns a sanitized text takes. */
export function widthOf(text: string): number {
	if (isAscii(text)) return text.length;
	return simpleWidth(text) ?? stringWidth(text);
}

/** At most so many columns of it, with an ellipsis where something was left out. Never splits a character. */
export function cut(text: string, columns: number): string {
	if (columns <= 0) return '';
	if (isAscii(text)) return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
	if (widthOf(text) <= columns) return text;
	let kept = '';
	let used = 0;
	for (const cluster of clustersOf(text)) {
		if (used + cluster.width > columns - 1) break;
		kept += cluster.text;
		used += cluster.width;
	}
	return `${kept}…`;
}

/** Exactly so many columns: cut, or filled with spaces on the right (or left). */
export function fit(text: string, columns: number, side: 'left' | 'right' = 'left'): string {
	const shown = cut(text, columns);
	const space = ' '.repeat(Math.max(0, columns - widthOf(shown)));
	return side === 'left' ? shown + space : space + shown;
}
