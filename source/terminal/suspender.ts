import type {Terminal} from './terminal.ts';

/** Windows has no job control. */
const canSuspend = process.platform !== 'win32';

/**
 * Gives the terminal back and stops, until the shell continues us. The signal's own default does the stopping: where
 * there is no shell to come back from, the kernel ignores it, and the screen just opens again.
 */
export class Suspender {
	private isAway = false;

	constructor(private readonly terminal: Terminal) {}

	/** Also heard from outside: `kill -TSTP`. */
	start(): void {
		if (!canSuspend) return;
		process.on('SIGTSTP', this.onStop);
		process.on('SIGCONT', this.comeBack);
	}

	stop(): void {
		if (!canSuspend) return;
		process.off('SIGTSTP', this.onStop);
		process.off('SIGCONT', this.comeBack);
	}

	/** The whole process group stops, as when a terminal sends the signal: a parent such as npx must stop with us. */
	suspend(target = 0): void {
		if (this.isAway || !canSuspend) return;
		this.isAway = true;
		this.terminal.leave();
		process.off('SIGTSTP', this.onStop);
		process.kill(target, 'SIGTSTP');
		// Runs when we are continued, or at once if nothing stopped us.
		setTimeout(() => this.isAway && this.comeBack(), 50);
	}

	private readonly onStop = (): void => this.suspend(process.pid);

	private readonly comeBack = (): void => {
		if (this.isAway) {
			this.isAway = false;
			process.on('SIGTSTP', this.onStop);
			this.terminal.enter();
		}
		// Stopped and continued from outside, the shell may have changed what we set.
		this.terminal.redraw();
	};
}
