/** A row may have more cells than its table has columns: the parser leaves them out, and what they say would be lost. */
import type MarkdownIt from 'markdown-it';
import type {Token} from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;

/** Tables are the first kind of block that is looked for. */
const tableRule = 0;

export function keepSpareCells({block}: Parser): void {
	const readTable = block.ruler.getRules('')[tableRule]!;
	block.ruler.at(
		'table',
		(state, startLine, endLine, silent) => {
			const before = state.tokens.length;
			if (!readTable(state, startLine, endLine, silent)) return false;
			const textOf = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
			const cell = (type: 'td_open' | 'inline' | 'td_close', content = ''): Token => {
				const nesting = type === 'td_open' ? 1 : type === 'inline' ? 0 : -1;
				const token = new state.Token(type, type === 'inline' ? '' : 'td', nesting);
				return Object.assign(token, {block: true, content, children: type === 'inline' ? [] : null});
			};
			const table = state.tokens.splice(before);
			let cells: string[] = [];
			for (const token of table) {
				if (token.type === 'tr_open' && token.map) cells = cellsOf(textOf(token.map[0]));
				if (token.type === 'th_open' || token.type === 'td_open') cells.shift();
				if (token.type === 'tr_close')
					for (const content of cells) state.tokens.push(cell('td_open'), cell('inline', content), cell('td_close'));
				state.tokens.push(token);
			}
			return true;
		},
		{alt: ['paragraph', 'reference']},
	);
}

/** As the parser parts them. */
function cellsOf(line: string): string[] {
	const cells = line.trim().split(/(?<!\\)\|/);
	if (cells[0] === '') cells.shift();
	if (cells.at(-1) === '') cells.pop();
	return cells.map(cell => cell.replaceAll('\\|', '|').trim());
}
