/** Only the terminal, without the explorer: draws what it was told, and does a few things on keys. */
import {PNG} from 'pngjs';
import {guardExits} from '../../source/terminal/guard-exits.ts';
import {Suspender} from '../../source/terminal/suspender.ts';
import {Terminal} from '../../source/terminal/terminal.ts';

const told: string[] = [];

const terminal = new Terminal({
	stdin: process.stdin,
	stdout: process.stdout,
	hasColor: true,
	hasMouse: process.argv[2] !== 'no-mouse',
	wantsBackground: true,
	onBackground: background => tell(`background ${background}`),
	onKeys(keys) {
		for (const key of keys) press(key.name, key);
	},
	onRedraw: draw,
	onGone: quit,
});
const suspender = new Suspender(terminal);
guardExits(() => terminal.leave());
terminal.enter();
suspender.start();
draw();

function draw(): void {
	const lines = [`terminal ${terminal.columns}x${terminal.rows}`, ...told, 'end'];
	terminal.stream.write(lines.join('\n'));
}

function tell(line: string): void {
	told.push(line);
	draw();
}

function press(name: string, key: object): void {
	if (name === 'q') quit();
	else if (name === 'ctrl-z') suspender.suspend();
	else if (name === '!') throw new Error('the key broke it');
	else if (name === 'y') tell(`copied ${JSON.stringify(terminal.copy('a text'))}`);
	else if (name === 'i')
		void terminal.showImage({bytes: picture(), title: 'a picture'}).then(result => tell(`image ${result}`));
	else if (name === 'b') void terminal.showImage({bytes: Buffer.from('none')}).then(result => tell(`image ${result}`));
	else tell(`key ${JSON.stringify(key)}`);
}

/** Large enough to be sent in many pieces, and small enough for any screen. */
function picture(): Buffer {
	const image = new PNG({width: 200, height: 100});
	for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251;
	return PNG.sync.write(image);
}

function quit(): void {
	terminal.leave();
	process.exit(0);
}
