// The table a benchmark prints: figures, their peers, and whether they are within their limits.
const rows = [];

/** One line; a limit is a largest number, and the verdict says whether it holds. */
export function report(what, value, {peer = '', judged = value, limit, unit = ''} = {}) {
	const verdict = limit === undefined ? '' : judged <= limit ? `≤ ${limit}` : `OVER ${limit}`;
	const figure = Number.isInteger(value) ? String(value) : value < 10 ? value.toFixed(2) : value.toFixed(0);
	rows.push([what, `${figure} ${unit}`.trim(), peer, verdict]);
	console.log(rows.at(-1).filter(Boolean).join('  ·  '));
}

export function printTable() {
	const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)));
	console.log('');
	for (const row of rows)
		console.log(
			row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
		);
}

export const quantile = (numbers, share) =>
	numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
