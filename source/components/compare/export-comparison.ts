import path from 'node:path';
import type {DiffFormat} from '../../actions/diff-export/diff-document.ts';
import {expandHome} from '../../actions/expand-home.ts';
import {bytes} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {describeError} from '../describe-error.ts';
import type {Explorer} from '../explorer.ts';
import {Menu} from '../overlay/menu.ts';

/** Asks as what, and writes the comparison into the folder where exports went last. */
export function exportComparison(explorer: Explorer): void {
	if (!explorer.comparison?.compared) {
		explorer.message = 'They are still being read';
		return;
	}
	const item = (label: string, note: string, format: DiffFormat) => ({
		label,
		note,
		act: () => void write(explorer, format, false),
	});
	explorer.menu = new Menu({
		title: 'Export the comparison',
		items: [
			item('Markdown', 'a table, what differs, and patches of the files', 'markdown'),
			item('HTML', 'one page that needs no network', 'html'),
		],
	});
}

async function write(explorer: Explorer, format: DiffFormat, force: boolean): Promise<void> {
	const compared = explorer.comparison?.compared;
	if (!compared) return;
	// Loaded when it is wanted.
	const {diffName, saveDiff} = await import('../../actions/diff-export/write-diff.ts');
	const {isRedacted, hidesHome} = explorer.usualExport;
	const how = {format, isRedacted, hidesHome, redaction: explorer.options.source.redaction};
	const file = path.join(expandHome(explorer.lastExport?.folder ?? process.cwd()), diffName(compared, how));
	const shown = sanitizeLine(file);
	try {
		const {size, replaced} = await saveDiff(compared, {...how, file, force});
		explorer.say(`Exported${replaced ? ` · ${replaced} ·` : ''} ${shown} (${bytes(size)})`);
	} catch (error) {
		if ((error as Error).name !== 'FileExists') return explorer.say(`Not exported: ${describeError(error)}`);
		explorer.confirmation = {
			question: `${shown} is there already. Write over it?`,
			act: () => void write(explorer, format, true),
		};
		explorer.changed();
	}
}
