import {Text} from 'ink';
import {type Line, paint} from './theme.ts';

/**
 * One row of the screen. The spans are measured and cut by whoever made them, so a line is one text for Ink to place,
 * however many colours it has: layout is what takes Ink its time.
 */
export function TextLine({line}: {readonly line: Line}) {
	return <Text wrap="truncate">{line.map(paint).join('') || ' '}</Text>;
}
