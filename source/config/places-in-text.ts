/** Finds line and column of an offset, both from 1. */
export function placesIn(text: string): (offset: number) => {line: number; column: number} {
	const starts = [0];
	for (const {index, 0: end} of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
	return offset => {
		const line = starts.findLastIndex(start => start <= offset);
		return {line: line + 1, column: offset - starts[line]! + 1};
	};
}
