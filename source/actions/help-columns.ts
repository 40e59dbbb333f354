/** Two columns, the left one as wide as its widest entry. */
export function columns(rows: ReadonlyArray<readonly [string, string]>): string {
	const width = Math.max(...rows.map(([left]) => left.length));
	return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
