import {sanitize} from '../text/sanitize.ts';

const signals = {SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15} as const;

/**
 * Runs `restore` on every way out of the process: its end, a signal, an error nobody caught. The error is said after it,
 * where it can be read, with the place where `onCrash` wrote it down. Returns a function that takes the guards away again.
 */
export function guardExits(restore: () => void, onCrash?: (error: unknown) => string | undefined): () => void {
	const onSignal = (signal: NodeJS.Signals): void => {
		restore();
		process.exit(128 + signals[signal as keyof typeof signals]);
	};
	const onError = (error: unknown): void => {
		restore();
		process.stderr.write(describeCrash(error, onCrash?.(error)));
		process.exit(1);
	};

	process.on('exit', restore);
	process.on('uncaughtException', onError);
	process.on('unhandledRejection', onError);
	for (const signal of Object.keys(signals)) process.on(signal, onSignal);
	return () => {
		process.off('exit', restore);
		process.off('uncaughtException', onError);
		process.off('unhandledRejection', onError);
		for (const signal of Object.keys(signals)) process.off(signal, onSignal);
	};
}

/** What happened and what to do; the stack, for whoever mends it, unless it lies in a log. */
export function describeCrash(error: unknown, log?: string): string {
	const message = error instanceof Error ? error.message : String(error);
	const said = `recollect: stopped by an error of its own: ${message}`;
	if (log !== undefined) return `${sanitize(`${said}\nPlease report it with the end of ${log}`)}\n`;
	const stack = error instanceof Error ? (error.stack?.split('\n    at ').slice(1) ?? []) : [];
	const lines = [said, 'Please report it with the lines below.', ...stack.map(place => `    at ${place}`)];
	return `${sanitize(lines.join('\n'))}\n`;
}
