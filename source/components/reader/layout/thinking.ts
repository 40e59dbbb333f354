import {plural} from '../../../text/figures.ts';
import {words} from '../../../text/words.ts';
import {cutLine} from '../../line-tools.ts';
import type {Line} from '../../theme.ts';
import {type Drawing, indent, leftOutLines, proseText} from './drawing.ts';

export function thinkingLines(drawing: Drawing): Line[] {
	const {block, columns, isOpen, hidden} = drawing;
	const {text} = block.body;
	const size =
		text === '' ? 'not in the file' : `${plural(words(text), 'word')}${block.body.leftOut > 0 ? ' and more' : ''}`;
	const head = cutLine(
		[
			{text: isOpen && text !== '' ? '▾ ' : '▸ ', role: 'dim'},
			{text: `${block.name}  ${size}`, role: 'dim'},
			...hidden,
		],
		columns,
	);
	if (!isOpen || text === '') return [head];
	const body = proseText(drawing, columns - 4, 'dim').map(line => [indent, ...line]);
	return [head, ...body, ...leftOutLines(block)];
}
