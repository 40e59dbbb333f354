/** A real browser, where there is one: `CHROMIUM` names it, or one of its usual names is in the path. */
import fs from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

export const chromiumPath = process.env.CHROMIUM ?? inPath();

if (chromiumPath === undefined)
	console.log('skipped: there is no Chromium to open pages with (CHROMIUM names one that is not in the path)');

function inPath(): string | undefined {
	const folders = (process.env.PATH ?? '').split(path.delimiter);
	return folders.flatMap(folder => names.map(name => path.join(folder, name))).find(file => fs.existsSync(file));
}
