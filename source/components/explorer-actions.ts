/** What each key does. */
import type {Action} from '../keymap/keymap.ts';
import {compareActions} from './compare/compare-actions.ts';
import {describeError} from './describe-error.ts';
import type {Explorer} from './explorer.ts';
import {exportActions} from './export/export-actions.ts';
import {faultActions} from './fault/fault-actions.ts';
import {Help} from './help/help.ts';
import {listActions} from './list/list-actions.ts';
import {overlayActions} from './overlay/overlay-actions.ts';
import {blockActions} from './reader/block-actions.ts';
import {readerActions} from './reader/reader-actions.ts';
import {treeActions} from './tree/tree-actions.ts';

export type Actions = Readonly<Record<Action, () => void>>;

export function actionsOf(explorer: Explorer): Actions {
	const {scene, typingLines, options} = explorer;
	const {list} = scene;
	return {
		...listActions(explorer),
		...readerActions(explorer),
		...blockActions(explorer),
		...overlayActions(explorer),
		...compareActions(explorer),
		...treeActions(explorer),
		...exportActions(explorer),
		...faultActions(explorer),
		'select-next': () => scene.move(1),
		'select-previous': () => scene.move(-1),
		'select-half-page-down': () => scene.move(list.pageStep(0.5)),
		'select-half-page-up': () => scene.move(list.pageStep(-0.5)),
		'select-page-down': () => scene.move(list.pageStep(1)),
		'select-page-up': () => scene.move(list.pageStep(-1)),
		'select-first': () => list.moveToFirst(),
		'select-last': () => list.moveToLast(),
		'toggle-agent-sessions': () => list.toggleAgents(explorer.now),
		read: () => explorer.readWhenAnswered(),
		search: () => scene.search?.open(),
		complete: () => {
			if (!scene.search?.complete()) explorer.message = 'Nothing to complete here: ? in the list shows the filters';
		},
		'cycle-mode': () => {
			if (explorer.place === 'find') explorer.reader?.find.cycleMode();
			else scene.search?.cycleMode();
		},
		'cycle-scope': () => scene.search?.cycleScope(),
		'clear-query': () => scene.search?.clear(),
		'leave-line': () => {
			if (explorer.place === 'help-find') explorer.help?.leaveLine();
			else if (explorer.place === 'find') explorer.reader?.find.leave();
			else scene.search?.leave();
		},
		'cursor-left': () => typingLines.edit(editor => editor.move(-1)),
		'cursor-right': () => typingLines.edit(editor => editor.move(1)),
		'cursor-word-left': () => typingLines.edit(editor => editor.moveWord(-1)),
		'cursor-word-right': () => typingLines.edit(editor => editor.moveWord(1)),
		'cursor-start': () => typingLines.edit(editor => editor.moveToStart()),
		'cursor-end': () => typingLines.edit(editor => editor.moveToEnd()),
		'erase-left': () => typingLines.edit(editor => editor.erase(-1)),
		'erase-right': () => typingLines.edit(editor => editor.erase(1)),
		'erase-word': () => typingLines.edit(editor => editor.eraseWord()),
		'erase-to-start': () => typingLines.edit(editor => editor.eraseToStart()),
		'erase-to-end': () => typingLines.edit(editor => editor.eraseToEnd()),
		star: () => star(explorer),
		help: () => {
			explorer.help = new Help(explorer.place);
		},
		back: () => {
			if (explorer.help) explorer.help = undefined;
			else if (explorer.pages) explorer.pages = undefined;
			else if (explorer.comparison) {
				explorer.comparison.close();
				explorer.comparison = undefined;
			} else if (explorer.tree) explorer.closeTree();
			else explorer.readers.leave();
		},
		quit: () => options.onQuit(),
		suspend: () => options.onSuspend(),
	};
}

function star(explorer: Explorer): void {
	const {current} = explorer;
	const {stars} = explorer.options.source;
	if (!current || !stars) return;
	try {
		explorer.message = stars.toggle(current) ? 'Starred: is:starred finds it again' : 'The star is gone';
	} catch (error) {
		explorer.message = `The star could not be kept: ${describeError(error)}`;
	}
}
