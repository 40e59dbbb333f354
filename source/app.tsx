/** The TUI's root: wires the library, the keys and the screens to a terminal. No logic of its own. */
import type {ReadStream, WriteStream} from 'node:tty';
import {type Instance, render} from 'ink';
import {drawDirectly, withLines} from './components/direct-lines.ts';
import {Explorer} from './components/explorer.ts';
import {faultDetails} from './components/fault/fault-details.ts';
import {type Memory, Restoring} from './components/restoring.ts';
import {Root} from './components/root.tsx';
import type {ListedSession, SessionSource} from './components/session-source.ts';
import {setPalette} from './components/theme.ts';
import {type BoundAction, setKeymap} from './keymap/effective-keymap.ts';
import {type Background, colorCount} from './terminal/capabilities/colors.ts';
import {FrameScheduler} from './terminal/frame-scheduler.ts';
import {describeCrash, guardExits} from './terminal/guard-exits.ts';
import {Suspender} from './terminal/suspender.ts';
import {Terminal} from './terminal/terminal.ts';

export type AppOptions = {
	readonly library: SessionSource;
	readonly isDemo: boolean;
	/** The session that is open at first; it need not be in the list. */
	readonly first?: ListedSession;
	readonly color: boolean;
	readonly stdin: ReadStream;
	readonly stdout: WriteStream;
	/** Writes a note into the log; tells where that is. */
	readonly log?: (note: string) => string | undefined;
	/** Said at the start, until the first key. */
	readonly notice?: string;
	/** What was open the last time, and where to keep what is open now. */
	readonly memory?: Memory;
	/** The keys the user wants; those of the keymap without them. */
	readonly bindings?: readonly BoundAction[];
	/** Whether clicks and the wheel are ours; if not, the terminal selects text as ever. */
	readonly mouse?: boolean;
	/** Colours for a dark or a light background; `auto` asks the terminal. */
	readonly theme?: 'auto' | 'dark' | 'light';
	/** Colours the user wants instead, by role. */
	readonly colors?: Readonly<Record<string, string>>;
};

/** Ages grow old even if nobody presses a key. */
const ageInterval = 30_000;

/** A crash loses no more than this of where one was. */
const keepInterval = 5000;

const firstFrameMs = 40;

/** Opens the explorer; resolves with the exit code when it was left and the terminal is as it was before. */
export async function runApp(options: AppOptions): Promise<number> {
	const {library, isDemo, color, stdin, stdout, log, notice, memory = {}, mouse = true, theme = 'auto'} = options;
	setKeymap(options.bindings);
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
		copy: text => terminal.copy(text),
		showImage: ({data}) => terminal.showImage({bytes: data}),
		onFault: report => log?.(faultDetails(report)),
	});
	const colorFor = (background: Background) =>
		setPalette({background, colors: colorCount(process.env), own: options.colors});
	drawDirectly();
	const terminal = new Terminal({
		stdin,
		stdout,
		hasColor: color,
		compose: withLines,
		hasMouse: mouse,
		wantsBackground: color && theme === 'auto',
		onBackground(background) {
			colorFor(background);
			frames.request();
		},
		onKeys(keys) {
			for (const key of keys) explorer.press(key);
			frames.drawNow();
		},
		onRedraw: () => explorer.resize(terminal.columns, terminal.rows),
		onGone: () => leave(),
	});
	const suspender = new Suspender(terminal);
	const restoring = new Restoring(explorer, memory);
	const onCrash = (error: unknown) => {
		restoring.keepBroken();
		return log?.(faultDetails({error, during: 'the work behind the screen', keys: explorer.faults.keys}));
	};
	const restore = () => {
		terminal.leave();
		restoring.keep();
	};
	const release = guardExits(restore, onCrash);
	colorFor(theme === 'auto' ? (terminal.background ?? 'dark') : theme);
	terminal.enter();
	suspender.start();
	restoring.begin();
	explorer.resize(terminal.columns, terminal.rows);
	if (options.first) explorer.readers.enter(options.first);
	if (notice !== undefined) explorer.say(notice);
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
	restoring.firstFrameDrawn();
	const ageing = setInterval(() => frames.request(), ageInterval);
	const keeping = setInterval(() => restoring.keep(), keepInterval);
	try {
		// A component that throws ends Ink, which ends this with the error.
		await Promise.race([left, drawn.waitUntilExit()]);
		return 0;
	} catch (error) {
		terminal.leave();
		process.stderr.write(describeCrash(error, onCrash(error)));
		return 1;
	} finally {
		clearInterval(ageing);
		clearInterval(keeping);
		restoring.keep();
		frames.stop();
		explorer.close();
		suspender.stop();
		terminal.leave();
		drawn.unmount();
		release();
		const {log: written} = explorer.faults;
		if (written !== undefined) process.stderr.write(`recollect: what went wrong is in ${written}\n`);
	}
}
