/** Files that are not whole yet. When the process ends before they are, be it by a signal, they go with it. */
import fs from 'node:fs';

const drafts = new Set<string>();
const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Keeps an eye on a file until the function it gives is called. */
export function watchDraft(draft: string): () => void {
	if (drafts.size === 0) {
		process.on('exit', removeDrafts);
		for (const signal of signals) process.on(signal, onSignal);
	}
	drafts.add(draft);
	return () => {
		if (drafts.delete(draft) && drafts.size === 0) rest();
	};
}

export function removeDraft(draft: string): void {
	try {
		fs.rmSync(draft, {force: true});
	} catch {
		// Where nothing could be made, nothing is left.
	}
}

function removeDrafts(): void {
	for (const draft of drafts) removeDraft(draft);
}

/** Then the signal does what it would have done without us; the explorer, which has its own way out, has taken it before. */
function onSignal(signal: NodeJS.Signals): void {
	removeDrafts();
	rest();
	process.kill(process.pid, signal);
}

function rest(): void {
	process.off('exit', removeDrafts);
	for (const signal of signals) process.off(signal, onSignal);
}
