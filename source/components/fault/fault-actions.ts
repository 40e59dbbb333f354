import type {Action} from '../../keymap/keymap.ts';
import type {Explorer} from '../explorer.ts';
import {faultDetails} from './fault-details.ts';

type FaultAction = Extract<Action, `${string}-error`>;

/** What the keys of the error screen do. */
export function faultActions(explorer: Explorer): Readonly<Record<FaultAction, () => void>> {
	return {
		'leave-error': () => backToList(explorer),
		'copy-error': () => copyDetails(explorer),
	};
}

/** To the list, whatever is in what state: all that lies over it is closed, and what can not be closed is left alone. */
function backToList(explorer: Explorer): void {
	const {readers} = explorer;
	const open = [...readers.parents.splice(0), readers.current];
	readers.current = undefined;
	explorer.help = undefined;
	explorer.menu = undefined;
	explorer.confirmation = undefined;
	explorer.pages = undefined;
	explorer.comparison = undefined;
	explorer.tree = undefined;
	explorer.scene.stopWaiting();
	for (const reader of open) attempt(() => reader?.close());
	attempt(() => explorer.scene.search?.leave());
	explorer.faults.leave();
}

function attempt(work: () => void): void {
	try {
		work();
	} catch {
		// It is what failed.
	}
}

function copyDetails(explorer: Explorer): void {
	const {current, keys} = explorer.faults;
	if (!current) return;
	const copied = explorer.options.copy?.(faultDetails({...current, keys}));
	if (copied?.ok) explorer.message = copied.note ?? 'Copied: what happened, where in the program, and the last keys';
	else explorer.message = copied?.note ?? 'Nothing here can be copied to; the log has the details';
}
