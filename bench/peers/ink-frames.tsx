/**
 * The peer of what a key costs: the same frames as recollect draws, drawn by Ink alone with its own writer, one a key.
 * The argument is a JSON file of frames, each a list of lines with their styles. `q` ends it.
 */
import fs from 'node:fs';
import process from 'node:process';
import {Box, render, Text, useApp, useInput} from 'ink';
import {useState} from 'react';

const frames = JSON.parse(fs.readFileSync(process.argv[2]!, 'utf8')) as string[][];

function Frames() {
	const {exit} = useApp();
	const [at, setAt] = useState(0);
	useInput(input => (input === 'q' ? exit() : setAt(before => (before + 1) % frames.length)));
	return (
		<Box flexDirection="column">
			{frames[at]!.map((line, row) => (
				// A row of the screen stays that row, whatever is written in it.
				// biome-ignore lint/suspicious/noArrayIndexKey: see above
				<Text key={row} wrap="truncate">
					{line || ' '}
				</Text>
			))}
		</Box>
	);
}

const {stdout} = process;
stdout.write('\u001B[?1049h\u001B[H\u001B[2J');
const {waitUntilExit} = render(<Frames />);
await waitUntilExit();
stdout.write('\u001B[?1049l');
