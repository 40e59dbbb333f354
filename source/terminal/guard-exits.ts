import {sanitize} from '../text/sanitize.ts';

const signals = {SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15} as const;

/**
 * Runs `restore` on every way out of the process: its end, a signal, an error nobody caught. The error is said after it,
 * where it can be read. Returns a function that takes the guards away again.
 */
export function guardExits(restore: () => void): () => void {
	const onSignal = (signal: NodeJS.Signals): void => {
		restore();
		process.exit(128 + signals[signal as keyof typeof signals]);
	};
	const onError = (error: unknown): void => {
		restore();
		process.stderr.write(describeCrash(error));
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

/** What happened and what to do; the stack, for whoever mends it. */
export function describeCrash(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const stack = error instanceof Error ? (error.stack?.split('\n    at ').slice(1) ?? []) : [];
	const lines = [
		`recollect: stopped by an error of its own: ${message}`,
		'Please report it with the lines below.',
		...stack.map(place => `    at ${place}`),
	];
	return `${sanitize(lines.join('\n'))}\n`;
}
