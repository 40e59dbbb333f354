import {cutLine, spread} from '../../line-tools.ts';
import type {Line} from '../../theme.ts';
import type {Drawing} from './drawing.ts';

/** Roads part here: which one is shown, and how to see the others. */
export function forkLines({block, columns}: Drawing): Line[] {
	const left: Line = [{text: `⑂ ${block.summary}`, role: 'fork'}];
	const right: Line = [{text: '{ } switch', role: 'dim'}];
	return [columns >= 60 ? spread(left, right, columns) : cutLine(left, columns)];
}
