/**
 * The pictures of the README are taken of the real program on the demo sessions: `npm run screens` writes them, this test
 * walks the same ways and fails when they lead somewhere else, or when a picture is no longer what one sees.
 */
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {pictureOf} from '../../tools/screens/picture.ts';
import {type Scene, scenes, startsAt} from '../../tools/screens/scenes.ts';
import {stageProgram} from '../../tools/screens/stage.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {Screen, sleep} from '../helpers/screen.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'docs', 'screens');
const clock = pathToFileURL(path.join(root, 'tools', 'screens', 'fixed-clock.mjs')).href;
const isWriting = Boolean(process.env.WRITE_SCREENS);

/** Small enough to be looked at over a slow line, and to lie in a repository. */
const largest = 60_000;

const stage = stageProgram(startsAt);
afterAll(() => stage.remove());

async function opened({columns = 120, rows = 36}: Pick<Scene, 'columns' | 'rows'>): Promise<Screen> {
	const screen = new Screen(process.execPath, ['--import', clock, stage.cli, '--demo', '--fresh'], {
		columns,
		rows,
		// What one scene leaves behind must not be seen in another.
		env: {STARTS_AT: startsAt, XDG_STATE_HOME: temporaryDirectory()},
	});
	onTestFinished(() => screen.dispose());
	await screen.shows('12 sessions');
	await screen.shows(/indexed 14/);
	await screen.settles();
	return screen;
}

async function walk(screen: Screen, {steps, seen}: Scene): Promise<void> {
	for (const {press, shows} of steps) {
		screen.send(press);
		await screen.shows(shows);
		await screen.settles();
	}
	for (const wanted of seen) await screen.shows(wanted);
}

test.each(scenes)('$name', async scene => {
	const screen = await opened(scene);
	await walk(screen, scene);
	const file = path.join(folder, `${scene.name}.svg`);
	const picture = () => pictureOf(screen.terminal, scene.title);
	expect(picture().length).toBeLessThan(largest);
	if (isWriting) {
		await screen.settles(1000);
		fs.mkdirSync(folder, {recursive: true});
		fs.writeFileSync(file, picture());
		return;
	}
	const wanted = fs.readFileSync(file, 'utf8');
	// Something may still be on its way.
	for (let turn = 0; turn < 30 && picture() !== wanted; turn++) await sleep(100);
	expect(picture(), `${file} is not what one sees: \`npm run screens\` writes it anew.\n${screen.text}`).toBe(wanted);
});

test('there is no picture that nobody takes', () => {
	expect(fs.readdirSync(folder).sort()).toEqual(scenes.map(({name}) => `${name}.svg`).sort());
});
