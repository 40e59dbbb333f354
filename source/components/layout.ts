/** Where things are on a screen of a given size. */
export type Layout = {
	readonly columns: number;
	/** Rows of the frame; the terminal has one more. */
	readonly rows: number;
	/** Rows between the header and the footer. */
	readonly bodyRows: number;
	readonly list: {readonly columns: number; readonly rows: number};
	/** Beside the list where there is room for two columns, else below it, else nowhere. */
	readonly preview?: {readonly side: 'right' | 'below'; readonly columns: number; readonly rows: number};
};

/** Header and footer, each with a rule. */
const frameRows = 4;
const wideEnough = 100;
const fewestListRows = 5;
const fewestPreviewRows = 4;

export const smallest = {columns: 24, rows: 7};

/** `hasLine`: a line to type into stands below the header. `hasPreview`: one is wanted, if there is room. */
export function layoutFor(columns: number, rows: number, hasLine = false, hasPreview = true): Layout {
	const bodyRows = Math.max(1, rows - frameRows - Number(hasLine));
	if (!hasPreview) return {columns, rows, bodyRows, list: {columns, rows: bodyRows}};
	if (columns >= wideEnough) {
		const listColumns = Math.min(110, Math.floor(columns * 0.57));
		return {
			columns,
			rows,
			bodyRows,
			list: {columns: listColumns, rows: bodyRows},
			preview: {side: 'right', columns: columns - listColumns - 1, rows: bodyRows},
		};
	}

	// A rule stands between the two. Where it stands does not depend on the line: the list alone makes room for it.
	const previewRows = Math.floor((rows - frameRows - 1) * 0.42);
	const listRows = bodyRows - 1 - previewRows;
	if (previewRows < fewestPreviewRows || listRows < fewestListRows) {
		return {columns, rows, bodyRows, list: {columns, rows: bodyRows}};
	}
	return {
		columns,
		rows,
		bodyRows,
		list: {columns, rows: listRows},
		preview: {side: 'below', columns, rows: previewRows},
	};
}
