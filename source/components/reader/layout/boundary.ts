import {cutLine} from '../../line-tools.ts';
import type {Line} from '../../theme.ts';
import type {Drawing} from './drawing.ts';

/** The history before this was replaced by a summary. */
export function boundaryLines({block: {summary: text}, columns}: Drawing): Line[] {
	const rest = '─'.repeat(Math.max(2, columns - text.length - 4));
	return [cutLine([{text: `── ${text} ${rest}`, role: 'fork'}], columns)];
}
