import {Box} from 'ink';
import {TextLine} from './text-line.tsx';
import type {Line} from './theme.ts';

type LinesProps = {
	readonly lines: readonly Line[];
	readonly width: number;
	readonly height: number;
};

/** Lines one below the other in a room of exactly this size. */
export function Lines({lines, width, height}: LinesProps) {
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0}>
			{lines.slice(0, height).map((line, row) => (
				// A row of the screen stays that row, whatever is written in it.
				// biome-ignore lint/suspicious/noArrayIndexKey: see above
				<TextLine key={row} line={line} width={width} />
			))}
		</Box>
	);
}
