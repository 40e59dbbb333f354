import {expect, it} from 'vitest';
import {escapeHtml} from '../../source/formats/html/escape.ts';
import {markdownToHtml} from '../../source/formats/html/markdown-html.ts';

const toHtml = markdownToHtml(code => escapeHtml(code));
const cellsOf = (html: string) => [...html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);

it('cells beyond the columns of a table are kept, wherever it stands', () => {
	const rows = ['| a | b |', '|---|--:|', '| 1 | 2 | **3** | x \\| y |', 'p | q | r', '| only |', '| m | n |'];
	const wanted = ['a', 'b', '1', '2', '<strong>3</strong>', 'x | y', 'p', 'q', 'r', 'only', '', 'm', 'n'];
	expect(cellsOf(toHtml(rows.join('\n')))).toEqual(wanted);
	expect(cellsOf(toHtml(rows.map(row => `> ${row}`).join('\n')))).toEqual(wanted);
	expect(cellsOf(toHtml(`- ${rows.join('\n  ')}`))).toEqual(wanted);
});

it('tables of the same number of cells are as they were', () => {
	expect(toHtml('| a |\n|---|\n| <b> |\n\nafter')).toBe(
		'<div class="wide"><table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>&lt;b&gt;</td>\n</tr>\n</tbody>\n</table></div>\n<p>after</p>\n',
	);
	expect(toHtml('text\n| a | b |\n|---|---|\n| 1 | 2 | 3 |')).toContain('<p>text</p>\n<div class="wide">');
});
