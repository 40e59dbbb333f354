/** The peer of the explorer's first frame: a full screen drawn by Ink alone, in the alternate screen. Any key ends it. */
import process from 'node:process';
import {Box, render, Text, useApp, useInput} from 'ink';

function Hello({rows}: {readonly rows: number}) {
	const {exit} = useApp();
	useInput(() => exit());
	return (
		<Box flexDirection="column">
			{Array.from({length: rows}, (_, row) => (
				<Text key={String(row)}>{row === 0 ? 'Hello, world' : `line ${row + 1} of ${rows}`}</Text>
			))}
		</Box>
	);
}

const {stdout} = process;
stdout.write('\u001B[?1049h\u001B[H\u001B[2J');
const {waitUntilExit} = render(<Hello rows={(stdout.rows ?? 24) - 1} />);
await waitUntilExit();
stdout.write('\u001B[?1049l');
