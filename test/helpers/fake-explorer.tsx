import {render} from 'ink-testing-library';
import {Explorer} from '../../source/components/explorer.ts';
import {Root} from '../../source/components/root.tsx';
import type {SessionSource} from '../../source/components/session-source.ts';
import type {Line} from '../../source/components/theme.ts';
import {afternoon} from './afternoon.ts';
import {plainFrame} from './plain-frame.ts';

export type Opened = Awaited<ReturnType<typeof openExplorer>>;

/** An explorer with what it shows; ink-testing-library draws 100 columns at most. */
export async function openExplorer(source: SessionSource, {columns = 100, rows = 30, now = afternoon} = {}) {
	let quits = 0;
	const explorer = new Explorer({source, onChange() {}, onQuit: () => quits++, onSuspend() {}, canSuspend: true, now});
	explorer.resize(columns, rows);
	await explorer.open();
	const element = () => <Root explorer={explorer} isDemo={false} />;
	const frame = () => plainFrame(element());
	return {
		explorer,
		frame,
		lines: () => frame().split('\n'),
		quits: () => quits,
		/** With its colours. */
		styled() {
			const {lastFrame, unmount} = render(element());
			const shown = lastFrame() ?? '';
			unmount();
			return shown;
		},
		press(...keys: string[]) {
			for (const key of keys) explorer.press(key);
		},
		/** As if it came from a keyboard, letter by letter. */
		type(text: string) {
			for (const letter of text) explorer.press(letter === ' ' ? 'space' : letter);
		},
		/** Waits until the screen shows something. */
		async shows(wanted: string | RegExp | (() => boolean), milliseconds = 20_000) {
			const end = Date.now() + milliseconds;
			const isThere = () =>
				typeof wanted === 'function'
					? wanted()
					: typeof wanted === 'string'
						? frame().includes(wanted)
						: wanted.test(frame());
			while (!isThere()) {
				if (Date.now() > end) throw new Error(`never showed ${wanted}:\n${frame()}`);
				await new Promise(resolve => setTimeout(resolve, 5));
			}
		},
	};
}

/** Lets whatever is ready happen. */
export async function turns(count = 20): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** Something a test lets go when it wants, as often as it is waited for. */
export class Gate {
	private waiting: Array<() => void> = [];
	private isOpen = false;

	readonly pass = (): Promise<void> =>
		this.isOpen ? Promise.resolve() : new Promise(resolve => this.waiting.push(resolve));

	get count(): number {
		return this.waiting.length;
	}

	async letOne(): Promise<void> {
		this.waiting.shift()?.();
		await turns();
	}

	async open(): Promise<void> {
		this.isOpen = true;
		for (const resolve of this.waiting.splice(0)) resolve();
		await turns();
	}
}

export function textOf(line: Line): string {
	return line.map(({text}) => text).join('');
}
