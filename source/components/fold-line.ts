import {widthOf} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import {cutLine, lineWidth} from './line-tools.ts';
import type {Line, Span} from './theme.ts';

/** What follows on further rows stands below the first letter. */
const indent: Span = {text: ' '};

/** All of a line on as many rows as it takes, `most` of them: of more, those before the last give way. */
export function foldLine(line: Line, columns: number, most: number): Line[] {
	if (lineWidth(line) <= columns) return [line];
	const rows = rowsOf(line, columns);
	if (rows.length <= most) return rows;
	if (most < 2) return [cutLine(line, columns)];
	const [before = [], ...first] = rows.slice(0, most - 1).reverse();
	return [...first.reverse(), cutLine([...before, {text: ' …'}], columns), rows.at(-1)!];
}

function rowsOf(line: Line, columns: number): Line[] {
	const rows: Span[][] = [[]];
	let used = 0;
	for (const word of wordsOf(line)) {
		const width = lineWidth(word);
		if (used + width <= columns) {
			rows.at(-1)!.push(...word);
			used += width;
			continue;
		}
		for (const piece of broken(word, columns - widthOf(indent.text))) {
			rows.push([indent, ...piece]);
			used = lineWidth(rows.at(-1)!);
		}
	}
	// The first word may have been too long for the row it began.
	return rows.filter(row => row.some(({text}) => text.trim() !== ''));
}

/** Each with the spaces before it; a key and what it does are one. */
function wordsOf(line: Line): Line[] {
	const words: Span[][] = [];
	let isKey = false;
	for (const {text, role} of line) {
		for (const part of text.match(/ *[^ ]+| +$/g) ?? []) {
			if (isKey) words.at(-1)!.push({text: part, role});
			else words.push([{text: part, role}]);
			isKey = false;
		}
		isKey = role === 'key';
	}
	return words;
}

/** On a row of its own a word needs no space before it; one that is too long is broken anywhere. */
function broken([first, ...rest]: Line, columns: number): Line[] {
	if (!first || first.text.trim() === '') return [];
	const word = {...first, text: first.text.trimStart()};
	if (lineWidth([word, ...rest]) <= columns) return [[word, ...rest]];
	const pieces = wrap(word.text, columns).map((text): Line => [{...word, text}]);
	return rest.length === 0 ? pieces : [...pieces, rest];
}
