import {type Binding, type Place, placeNames, places} from './binding.ts';
import {keyLabel} from './key-label.ts';
import {keymap} from './keymap.ts';

const bindings: readonly Binding[] = keymap;

/** The key list of the README, as Markdown: the keys as they are before anybody changes them. */
export function keyTable(): string {
	return places.map(place => `### ${placeNames[place]}\n\n${tableOf(place)}`).join('\n\n');
}

function tableOf(place: Place): string {
	const own = bindings.filter(({when}) => when.includes(place));
	const rows = own.map(({keys, help}) => `| ${keys.map(code).join(' ')} | ${help} |`);
	return ['| key | what it does |', '| --- | --- |', ...rows].join('\n');
}

function code(key: string): string {
	return `\`${keyLabel(key)}\``;
}
