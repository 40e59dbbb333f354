import {type Place, placeNames, places} from './binding.ts';
import {keysOf} from './key-help.ts';

/** The key list of the README, as Markdown. */
export function keyTable(): string {
	return places.map(place => `### ${placeNames[place]}\n\n${tableOf(place)}`).join('\n\n');
}

function tableOf(place: Place): string {
	const rows = keysOf(place).map(({keys, help}) => `| ${keys.split(' ').map(code).join(' ')} | ${help} |`);
	return ['| key | what it does |', '| --- | --- |', ...rows].join('\n');
}

function code(key: string): string {
	return `\`${key}\``;
}
