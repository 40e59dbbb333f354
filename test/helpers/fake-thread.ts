/** What helps to draw a large session, without another thread. */
import type {Thread} from '../../source/actions/export/draw-helper.ts';
import type {ExportChoice} from '../../source/actions/export/export-choice.ts';
import {GlanceDrawer} from '../../source/actions/export/glance-drawer.ts';
import {redactorFor} from '../../source/actions/export/redaction.ts';
import type {Shares} from '../../source/actions/export/shares.ts';
import type {FromDrawer, ToDrawer} from '../../source/actions/export/worker/draw-messages.ts';
import type {Adapter, SessionRef} from '../../source/adapters/adapter.ts';
import {Store} from '../../source/formats/stored.ts';

export type Behaviour = {
	/** After so many parts it dies. */
	readonly diesAfter?: number;
	/** Each part takes so long. */
	readonly ms?: number;
	/** It shows paths from somewhere else. */
	readonly cwd?: string;
};

/** A thread that is none: it draws here, a little later. */
export class FakeThread implements Thread {
	isEnded = false;
	readonly drawn: FromDrawer[] = [];
	private readonly hear = new Map<string, (message: never) => void>();
	private queue = Promise.resolve();

	constructor(
		private readonly drawer: Promise<GlanceDrawer>,
		private readonly behaviour: Behaviour = {},
	) {}

	on(event: string, hear: (message: never) => void): void {
		this.hear.set(event, hear);
	}

	postMessage(told: ToDrawer): void {
		if ('news' in told) {
			void this.drawer.then(drawer => drawer.adopt(structuredClone(told.news) as typeof told.news));
			return;
		}
		this.queue = this.queue.then(async () => {
			if (this.isEnded) return;
			if (this.drawn.length >= (this.behaviour.diesAfter ?? Number.POSITIVE_INFINITY)) return this.terminate();
			const part = await (await this.drawer).draw(told.place, told.hint);
			if (this.behaviour.ms) await new Promise(resolve => setTimeout(resolve, this.behaviour.ms));
			if (!part || this.isEnded) return;
			this.drawn.push(part);
			this.hear.get('message')?.(structuredClone(part) as never);
		});
	}

	ref(): void {}

	unref(): void {}

	/** As long as it draws, it has not ended: it may still write. */
	terminate(): void {
		if (this.isEnded) return;
		this.isEnded = true;
		this.queue = this.queue.then(() => this.hear.get('exit')?.(undefined as never));
	}
}

type Given = {
	readonly reader: Adapter;
	readonly ref: SessionRef;
	readonly shares: Shares;
	readonly files: readonly number[];
	readonly choice: ExportChoice;
	readonly cwd?: string;
};

export async function glanceDrawer({reader, ref, shares, files, choice, cwd}: Given): Promise<GlanceDrawer> {
	const glance = (await reader.glance!(ref))!;
	const head = await reader.head(ref);
	const redactor = redactorFor(choice);
	return new GlanceDrawer({glance, redactor, cwd: cwd ?? head.cwd, store: new Store(files), shares});
}
