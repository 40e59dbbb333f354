// What a key costs at 120x40 with 10,000 sessions: bytes, milliseconds beside plain Ink, cells that are wrong.
// `npm run bench:keys`; `-- --small` with 600 sessions for a quick look.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {parseArgs} from 'node:util';
import {writeLongSession} from './corpus/long-session.mjs';
import {makeMany} from './corpus/make-many.mjs';
import {KeyedTerminal, sleep} from './keyed-terminal.mjs';
import {runOnce} from './measure.mjs';
import {buildPeer} from './peers/build-peer.mjs';
import {printTable, quantile, report} from './table.mjs';

const {values: options} = parseArgs({options: {small: {type: 'boolean'}}});
const here = import.meta.dirname;
const work = path.join(here, '.work');
const cli = path.join(here, '..', 'dist', 'cli.js');
const name = options.small ? 'keys-small' : 'keys';
const sessions = options.small ? 600 : 10_000;
const home = path.join(work, name, 'home');
const cache = path.join(work, name, 'cache');
/** The screen that is measured; the program leaves its last row free. */
const size = {columns: 120, rows: 40};
/** The preview follows a moment after the selection, and its counts a moment after that. */
const quiet = 400;
/** A key that is repeated comes this often. */
const perSecond = 30;

/** Leads to the session that is read. */
const word = 'sevenleaguedboots';

/** Everything is known before it begins: found, indexed and counted. */
async function prepare() {
	makeMany(home, {sessions, bytes: sessions * 20_000, messages: sessions * 10});
	writeLongSession(home, word);
	for (const command of [['index'], ['list', '--json', '--all']])
		await runOnce(process.execPath, [cli, ...command, '--home', home, '--cache', cache]);
}

async function opened() {
	const state = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-bench-'));
	const screen = new KeyedTerminal(process.execPath, [cli, '--home', home, '--cache', cache], {
		...size,
		env: {XDG_STATE_HOME: state},
	});
	await screen.shows(/indexed [\d,]+/);
	await screen.settles(1500);
	return {screen, state};
}

const keysOf = (key, count) => Array.from({length: count}, () => key);
const halfPage = '\u0004';
const toTop = '\u001B[H';

/**
 * The ways through the program that are measured. Each is walked twice, from the same place: the first time reads what it
 * shows, the second time counts.
 */
function waysThrough() {
	const intoReader = ['/', word, '\r', 'gg'];
	const outOfReader = ['q', '\u001B', '\u001B'];
	const list = {before: [toTop], after: []};
	const reader = {before: intoReader, after: outOfReader};
	return [
		{what: 'highlight move', ...list, keys: keysOf('j', 15), limit: 300, isHighlight: true},
		{what: 'list scroll by a row', before: [toTop, 'j'.repeat(34)], after: [], keys: keysOf('j', 8), limit: 2500},
		{
			what: 'list scroll by half a page',
			before: [toTop, halfPage, halfPage],
			after: [],
			keys: keysOf(halfPage, 5),
			limit: 2500,
		},
		{what: 'reader scroll by a row', ...reader, keys: keysOf('j', 10), limit: 2500},
		{what: 'reader scroll by half a page', ...reader, keys: keysOf(halfPage, 5), limit: 2500},
	];
}

async function walk(screen, {before, keys, after}, onKey) {
	for (const key of before) await screen.press(key, quiet);
	for (const key of keys) await onKey(key);
	for (const key of after) await screen.press(key, quiet);
}

async function measureWay(screen, way, startPeer) {
	const shown = [];
	let wrong = 0;
	await walk(screen, way, async key => {
		await screen.press(key, quiet);
		wrong += await screen.wrongCells(100);
		shown.push(screen.styledLines(size.rows - 1));
	});
	const peer = await startPeer(shown);
	const costs = [];
	const inks = [];
	await walk(screen, way, async key => {
		costs.push(await screen.press(key, quiet));
		// The peer begins with the first frame, so its first key shows the second.
		const [ink] = await peer.press('j', 150);
		if (ink) inks.push(ink);
	});
	await peer.quit();
	const firsts = costs.map(([first]) => first).filter(Boolean);
	return {
		wrong,
		first: firsts.map(({bytes}) => bytes),
		rest: costs.map(([, ...rest]) => rest.reduce((sum, {bytes}) => sum + bytes, 0)),
		milliseconds: firsts.map(({last}) => last),
		inkMilliseconds: inks.map(({last}) => last),
		inkBytes: inks.map(({bytes}) => bytes),
	};
}

async function startPeer(frames) {
	const file = path.join(work, 'frames.json');
	fs.writeFileSync(file, JSON.stringify(frames));
	const peer = new KeyedTerminal(process.execPath, [await buildPeer('ink-frames'), file], size);
	await peer.shows(/\S/);
	await peer.settles(300);
	return peer;
}

/** Which session is selected, as the header says. */
const positionOf = ({lines}) => Number(/([\d,]+)\/[\d,]+\s*$/.exec(lines[0])?.[1].replaceAll(',', ''));

/** Holds a key down and tells how many keys the screen was behind at worst, and how long it took to catch up. */
async function hold(screen, key, seconds) {
	await screen.press(toTop, quiet);
	const base = positionOf(screen);
	let sent = 0;
	let behind = 0;
	const look = () => {
		behind = Math.max(behind, sent - (positionOf(screen) - base));
	};
	screen.onDrawn = look;
	const begun = performance.now();
	for (const count = seconds * perSecond; sent < count; ) {
		// What was sent in the moment before can't be there yet: looked at before the next one goes out.
		look();
		screen.send(key);
		sent++;
		await sleep(Math.max(0, begun + (sent * 1000) / perSecond - performance.now()));
	}
	const released = performance.now();
	while (positionOf(screen) - base < sent && performance.now() < released + 5000) await sleep(1);
	screen.onDrawn = () => {};
	if (positionOf(screen) - base !== sent)
		throw new Error(`${sent} keys moved the selection by ${positionOf(screen) - base}`);
	return {behind, caughtUp: performance.now() - released};
}

await prepare();
const {screen, state} = await opened();
console.log(
	`Node ${process.version}, ${os.cpus().length} cores; ${sessions} sessions, ${size.columns}x${size.rows}; load ${os.loadavg()[0].toFixed(1)}\n`,
);

const all = {wrong: 0, milliseconds: [], inkMilliseconds: []};
for (const way of waysThrough()) {
	const {wrong, first, rest, milliseconds, inkMilliseconds, inkBytes} = await measureWay(screen, way, startPeer);
	all.wrong += wrong;
	all.milliseconds.push(...milliseconds);
	all.inkMilliseconds.push(...inkMilliseconds);
	const ink = `Ink ${quantile(inkBytes, 0.5)} B`;
	report(`${way.what}, worst of ${first.length}`, Math.max(...first), {unit: 'B', peer: ink, limit: way.limit});
	if (way.isHighlight) report('  the preview that follows, worst', Math.max(...rest), {unit: 'B', limit: 2500});
}

await screen.press(toTop, quiet);
const before = screen.bytes;
await sleep(6000);
report('idle for 6 s', screen.bytes - before, {unit: 'B', limit: 0});
report('cells that differ from a full redraw', all.wrong, {limit: 0});

const [own, ink] = [all.milliseconds, all.inkMilliseconds].map(times => quantile(times, 0.95));
report(
	`key to last byte, p95 of ${all.milliseconds.length} (median ${quantile(all.milliseconds, 0.5).toFixed(1)} ms)`,
	own,
	{
		unit: 'ms',
		peer: `Ink ${ink.toFixed(1)} ms (${quantile(all.inkMilliseconds, 0.5).toFixed(1)})`,
	},
);
report('  above Ink with the same frames', own - ink, {unit: 'ms', limit: 50});

const {behind, caughtUp} = await hold(screen, 'j', 2);
report(`holding j for 2 s at ${perSecond} keys/s: keys behind, at worst`, behind, {limit: 3});
report('  caught up after the last key', caughtUp, {unit: 'ms'});

await screen.quit();
fs.rmSync(state, {recursive: true, force: true});
printTable();
