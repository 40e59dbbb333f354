/** The real app on a fake library: bundled and run in a terminal by the screen tests. First argument: the scene. */
import {runApp} from '../../source/app.tsx';
import {stateFolder} from '../../source/catalog/stars.ts';
import {LogFile} from '../../source/config/log-file.ts';
import {afternoon} from './afternoon.ts';
import {scenes} from './fake-scenes.ts';

// What is shown as of today must be so at any hour.
Date.now = afternoon;

const library = scenes[process.argv[2] as keyof typeof scenes]();
process.exitCode = await runApp({
	library: library as never,
	isDemo: false,
	color: !process.env.NO_COLOR,
	stdin: process.stdin,
	stdout: process.stdout,
	log: note => new LogFile(stateFolder(), () => ['a test']).write(note),
});
