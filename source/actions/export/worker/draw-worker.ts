/** A thread that draws a large session from its beginning on, while another one finds out its shape. */
import {parentPort} from 'node:worker_threads';
import {loadRegistry} from '../../../adapters/load-registry.ts';
import {readerFor} from '../../../catalog/reader-for.ts';
import {Store} from '../../../formats/stored.ts';
import type {Note} from '../../../redact/account.ts';
import {beQuick} from '../../frugal-engine.ts';
import {GlanceDrawer} from '../glance-drawer.ts';
import {loadRedactor} from '../load-redactor.ts';
import {Shares} from '../shares.ts';
import type {DrawOrder, FromDrawer, NextPart, ToDrawer} from './draw-messages.ts';

const port = parentPort!;

// It may be started before anybody knows which session is wanted: until then it loads what it will need.
// Only then are the settings changed: Node's own modules are kept compiled, for the settings that it was built with.
void loadRegistry().finally(beQuick);

let drawer: Promise<GlanceDrawer | undefined>;
let queue: Promise<unknown> = Promise.resolve();
port.once('message', (order: DrawOrder) => {
	drawer = prepare(order);
	port.on('message', (told: ToDrawer) => {
		// Whatever goes wrong is done by the other thread, which must not wait for it.
		if ('news' in told) void adopt(told.news);
		else queue = queue.then(() => draw(told)).catch(() => process.exit(1));
	});
});

async function prepare({ref, choice, redaction, files, shares}: DrawOrder): Promise<GlanceDrawer | undefined> {
	const reader = await readerFor(ref);
	const glance = await reader.glance?.(ref);
	const redactor = await loadRedactor(choice, redaction);
	const session = await reader.head(ref);
	const {cwd} = redactor?.session(session) ?? session;
	return glance && new GlanceDrawer({glance, redactor, cwd, store: new Store(files), shares: new Shares(shares)});
}

/** It must not wait for the parts that are to be drawn. */
async function adopt(news: readonly Note[]): Promise<void> {
	(await drawer)?.adopt(news);
}

async function draw({place, hint}: NextPart): Promise<void> {
	const able = await drawer;
	// Nobody shall wait for what it can't do.
	if (!able) process.exit(1);
	const drawn: FromDrawer | undefined = await able.draw(place, hint);
	if (drawn) port.postMessage(drawn);
}
