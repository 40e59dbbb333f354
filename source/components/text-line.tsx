import {Transform} from 'ink';
import {forInk} from './direct-lines.ts';
import type {Line} from './theme.ts';

/**
 * One row of the screen. The spans were measured and cut by whoever made them; Ink, which would measure them again for
 * every frame, is given as many blanks to lay out and the line only when it draws.
 */
export function TextLine({line, width}: {readonly line: Line; readonly width: number}) {
	return <Transform transform={() => forInk(line)}>{' '.repeat(width)}</Transform>;
}
