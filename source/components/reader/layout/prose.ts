import type {Line} from '../../theme.ts';
import {type Drawing, leftOutLines, proseText} from './drawing.ts';
import {mediaLines} from './media.ts';

/** What a person or a model said. */
export function proseLines(drawing: Drawing): Line[] {
	const {block, columns} = drawing;
	const words = block.body.text === '' && block.media?.length ? [] : proseText(drawing, columns);
	return [...words, ...mediaLines(block.media, columns), ...leftOutLines(block)];
}
