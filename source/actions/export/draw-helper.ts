import os from 'node:os';
import {startWorker} from '../../catalog/worker/worker-file.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import type {DrawOrder, FromDrawer, ToDrawer} from './worker/draw-messages.ts';

/** To start a thread, and to read the session there too, takes longer than to write a smaller one alone. */
const worthwhile = 16 * 1024 * 1024;
/** What it has to do next must be there when it is done. */
const mostOrders = 2;

/** As much of a worker as is needed. */
export type Thread = {
	on(event: 'message', hear: (message: FromDrawer) => void): unknown;
	on(event: 'error' | 'exit', hear: () => void): unknown;
	postMessage(message: ToDrawer): void;
	ref(): void;
	unref(): void;
	terminate(): unknown;
};

/** Another thread that draws parts of a session. It begins to read it at once. */
export class DrawHelper {
	/** Called when it has read the session, when it has drawn a part, and when it is gone. */
	onChange = () => {};
	/** What it drew; undefined: something has to be replaced, which is done in its turn. */
	readonly drawn = new Map<number, readonly Drawing[] | undefined>();
	/** Of the session as it read it; undefined until then. */
	shape: string | undefined;
	private isGone = false;
	private readonly orders = new Set<number>();

	constructor(private readonly worker: Thread) {
		worker.on('message', message => this.hear(message));
		worker.on('error', () => this.leave());
		worker.on('exit', () => this.leave());
		// It keeps the program from ending only while somebody waits for it.
		worker.unref();
	}

	/** undefined where there is none, or where it would not help. */
	static start(order: DrawOrder): DrawHelper | undefined {
		const {ref, choice} = order;
		const isLines = ref.files.length === 1 && ref.path.endsWith('.jsonl');
		if (choice.format !== 'markdown' || !isLines || ref.size < worthwhile) return undefined;
		const worker = os.availableParallelism() > 1 ? startWorker('draw-worker', {workerData: order}) : undefined;
		return worker && new DrawHelper(worker);
	}

	get hasRoom(): boolean {
		return !this.isGone && this.shape !== undefined && this.orders.size < mostOrders;
	}

	/** Whether it is still to come. */
	has(number: number): boolean {
		return this.orders.has(number);
	}

	draw(order: ToDrawer): void {
		this.orders.add(order.number);
		this.worker.ref();
		this.worker.postMessage(order);
	}

	close(): void {
		if (this.isGone) return;
		this.worker.terminate();
		this.leave();
	}

	private hear(message: FromDrawer): void {
		if (message.type === 'ready') this.shape = message.shape;
		else if (this.orders.delete(message.number)) this.drawn.set(message.number, message.drawings);
		if (this.orders.size === 0) this.worker.unref();
		this.onChange();
	}

	private leave(): void {
		if (this.isGone) return;
		this.isGone = true;
		this.orders.clear();
		this.onChange();
	}
}
