/** A thread that draws a large session from its beginning on, while another one finds out its shape. */
import {parentPort} from 'node:worker_threads';
import {loadRegistry} from '../../../adapters/load-registry.ts';
import {readerFor} from '../../../catalog/reader-for.ts';
import {Store} from '../../../formats/stored.ts';
import {beQuick} from '../../frugal-engine.ts';
import {GlanceDrawer} from '../glance-drawer.ts';
import {loadRedactor} from '../load-redactor.ts';
import {Shares} from '../shares.ts';
import type {DrawOrder, FromDrawer, ToDrawer} from './draw-messages.ts';

const port = parentPort!;

// It may be started before anybody knows which session is wanted: until then it loads what it will need.
// Only then are the settings changed: Node's own modules are kept compiled, for the settings that it was built with.
void loadRegistry().finally(beQuick);

let drawer: Promise<GlanceDrawer | undefined>;
let queue: Promise<unknown> = Promise.resolve();
port.once('message', (order: DrawOrder) => {
	drawer = prepare(order);
	port.on('message', (part: ToDrawer) => {
		// Whatever goes wrong is done by the other thread, which must not wait for it.
		queue = queue.then(() => draw(part)).catch(() => process.exit(1));
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

async function draw({place, hint}: ToDrawer): Promise<void> {
	const drawn: FromDrawer | undefined = await (await drawer)?.draw(place, hint);
	if (drawn) port.postMessage(drawn);
}
