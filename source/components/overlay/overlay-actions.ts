import type {Action} from '../../keymap/keymap.ts';
import type {Explorer} from '../explorer.ts';
import {paletteOf} from './palette.ts';

type OverlayAction = Extract<Action, `menu-${string}` | `confirm-${string}` | 'palette' | 'find-help'>;

/** What the keys of menus, questions and the palette do. */
export function overlayActions(explorer: Explorer): Readonly<Record<OverlayAction, () => void>> {
	return {
		palette: () => {
			explorer.menu = paletteOf(explorer);
		},
		'menu-next': () => explorer.menu?.move(1),
		'menu-previous': () => explorer.menu?.move(-1),
		'menu-choose': () => {
			const chosen = explorer.menu?.chosen;
			explorer.menu = undefined;
			chosen?.act();
		},
		'menu-cancel': () => {
			explorer.menu = undefined;
		},
		'confirm-yes': () => {
			const {confirmation} = explorer;
			explorer.confirmation = undefined;
			confirmation?.act();
		},
		'confirm-no': () => {
			const {otherwise} = explorer.confirmation ?? {};
			explorer.confirmation = undefined;
			if (otherwise) otherwise();
			else explorer.message = 'Nothing was done';
		},
		'find-help': () => explorer.help?.find(),
	};
}
