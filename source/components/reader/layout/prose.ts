import type {Line} from '../../theme.ts';
import {bodyText, type Drawing, leftOutLines} from './drawing.ts';

/** What a person or a model said. */
export function proseLines(drawing: Drawing): Line[] {
	return [...bodyText(drawing, drawing.columns), ...leftOutLines(drawing.block)];
}
