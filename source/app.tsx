/** The TUI's root: wires the library, the keys and the screens to a terminal. No logic of its own. */
import type {ReadStream, WriteStream} from 'node:tty';
import {type Instance, render} from 'ink';
import {Explorer} from './components/explorer.ts';
import {Root} from './components/root.tsx';
import type {SessionSource} from './components/session-source.ts';
import {FrameScheduler} from './terminal/frame-scheduler.ts';
import {describeCrash, guardExits} from './terminal/guard-exits.ts';
import {Suspender} from './terminal/suspender.ts';
import {Terminal} from './terminal/terminal.ts';

export type AppOptions = {
	readonly library: SessionSource;
	readonly isDemo: boolean;
	readonly color: boolean;
	readonly stdin: ReadStream;
	readonly stdout: WriteStream;
};

/** Ages grow old even if nobody presses a key. */
const ageInterval = 30_000;

const firstFrameMs = 40;

/** Opens the explorer; resolves with the exit code when it was left and the terminal is as it was before. */
export async function runApp({library, isDemo, color, stdin, stdout}: AppOptions): Promise<number> {
	let leave = () => {};
	const left = new Promise<void>(resolve => {
		leave = resolve;
	});
	const screen = () => <Root explorer={explorer} isDemo={isDemo} />;
	const frames = new FrameScheduler(() => ink?.rerender(screen()));
	let ink: Instance | undefined;
	const explorer = new Explorer({
		source: library,
		onChange: () => frames.request(),
		onQuit: () => leave(),
		onSuspend: () => suspender.suspend(),
		canSuspend: process.platform !== 'win32',
	});
	const terminal = new Terminal({
		stdin,
		stdout,
		hasColor: color,
		onKeys(keys) {
			for (const key of keys) explorer.press(key);
			frames.drawNow();
		},
		onRedraw: () => explorer.resize(terminal.columns, terminal.rows),
		onGone: () => leave(),
	});
	const suspender = new Suspender(terminal);
	const release = guardExits(() => terminal.leave());
	terminal.enter();
	suspender.start();
	explorer.resize(terminal.columns, terminal.rows);
	// What is known at once is in the first frame; nobody waits longer for one.
	const opened = explorer.open();
	await Promise.race([opened, new Promise(resolve => setTimeout(resolve, firstFrameMs))]);
	const drawn = render(screen(), {
		// In debug mode Ink hands over whole frames and leaves the terminal alone.
		stdout: terminal.stream as unknown as WriteStream,
		stdin,
		debug: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
	ink = drawn;
	const ageing = setInterval(() => frames.request(), ageInterval);
	try {
		// A component that throws ends Ink, which ends this with the error.
		await Promise.race([left, drawn.waitUntilExit()]);
		return 0;
	} catch (error) {
		terminal.leave();
		process.stderr.write(describeCrash(error));
		return 1;
	} finally {
		clearInterval(ageing);
		frames.stop();
		explorer.close();
		suspender.stop();
		terminal.leave();
		drawn.unmount();
		release();
	}
}
