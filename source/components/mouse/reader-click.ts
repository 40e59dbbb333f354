import type {Explorer} from '../explorer.ts';
import {firstInOutline} from '../reader/outline.ts';
import type {Reader} from '../reader/reader.ts';

/** The row of the minimap, from the first row of the body: a rule is between them. */
const minimapRow = -2;

/** A click into the reader; `row` from the first row of its body. */
export function readerClick(explorer: Explorer, reader: Reader, column: number, row: number): void {
	const {columns, bodyRows} = explorer.layout;
	const beside = reader.outlineColumns;
	const isInOutline = column < beside || (beside === 0 && reader.outline === 'focused');
	if (row === minimapRow) reader.moves.jumpTo(Math.floor((100 * Math.max(0, column - 1)) / Math.max(1, columns - 2)));
	else if (row < 0 || row >= bodyRows) return;
	else if (isInOutline) clickOutline(reader, row, bodyRows);
	else if (reader.view.chooseAt(row)?.isFoldMark) explorer.act('open-block');
}

function clickOutline(reader: Reader, row: number, rows: number): void {
	const {prompts} = reader.view.document;
	const prompt = firstInOutline(prompts.length, Math.max(0, reader.prompts.position.at - 1), rows) + row;
	if (prompt < prompts.length) reader.moves.goToPromptAt(prompt);
}
