import {commandsOf} from '../../keymap/commands-of.ts';
import type {Explorer} from '../explorer.ts';
import {keyStateOf} from '../key-state.ts';
import {Menu} from './menu.ts';

/** Everything one can do on the screen that is open, to be found by name. */
export function paletteOf(explorer: Explorer): Menu {
	const items = commandsOf(explorer.place, keyStateOf(explorer)).map(({keys, help, action}) => ({
		label: help,
		note: keys,
		act: () => explorer.act(action),
	}));
	return new Menu({title: 'Commands', items, isFiltered: true});
}
