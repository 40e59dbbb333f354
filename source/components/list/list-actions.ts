/** What the keys do that change what the list looks like, and what is marked in it. */
import type {Explorer} from '../explorer.ts';
import {orderWords} from './order-words.ts';

export function listActions(explorer: Explorer) {
	const {scene} = explorer;
	const {list} = scene;
	return {
		mark: () => {
			if (!list.selected) return;
			list.marks.toggle(list.selected.ref);
			scene.move(1);
		},
		'clear-marks': () => list.marks.clear(),
		'cycle-grouping': () => {
			scene.cycleGrouping();
			explorer.message = orderWords(list);
		},
		'cycle-sort': () => {
			scene.cycleSort();
			explorer.message = orderWords(list);
		},
		'unfold-agent-sessions': () => fold(explorer, false),
		'fold-agent-sessions': () => fold(explorer, true),
		'toggle-preview': () => {
			if (explorer.layout.preview || !scene.isPreviewShown) scene.isPreviewShown = !scene.isPreviewShown;
			else explorer.message = noRoom;
		},
		peek: () => {
			if (explorer.layout.preview) scene.turnPreview();
			else explorer.message = scene.isPreviewShown ? noRoom : 'The preview is left out: p shows it again';
		},
	};
}

const noRoom = 'The window is too small for a preview: Enter reads the session';

function fold(explorer: Explorer, isFolded: boolean): void {
	const {list} = explorer.scene;
	if (list.foldSelected(isFolded, explorer.now)) return;
	if (list.isRanked)
		explorer.message = 'What was found stands alone: without a query sub-agents stand below their sessions';
	else explorer.message = isFolded ? 'Nothing is unfolded here' : 'This session has no sub-agents';
}
