import type {Rule} from './rule.ts';

/** The folder of a person, by system: a name, and what stands before the folder of all homes. */
const folder =
	/(?<=(?<![\w.~-])(?<head>(?:[A-Za-z]:|\/mnt\/[a-z]|\/var|\/[a-z]|file:\/\/)?))(?:\/(?:home|Users)\/|\\{1,8}Users\\{1,8})(?<name>[^\s/\\"'`<>:|*?;,()[\]{}$]{1,64})/y;

/** Folders of everybody. */
const shared = /^(?:Shared|Public|Default|All|linuxbrew|\.\.?|~)$/;

export const homePaths: Rule = {
	id: 'home',
	name: 'home folder',
	group: 'home',
	keywords: ['/home/', '/Users/', '\\Users\\', '\\\\Users\\\\'],
	find(text, at, found) {
		folder.lastIndex = at;
		const match = folder.exec(text);
		if (!match || shared.test(match.groups!.name!)) return undefined;
		const head = match.groups!.head!.replace(/^file:\/\//, '');
		found.push({start: at - head.length, end: at + match[0].length, rule: homePaths, replacement: '~'});
		return undefined;
	},
};

/** How some agents name a folder for each project: the path with hyphens. */
const hyphened = /-(?:home|Users)-[A-Za-z\d_.]{1,64}/y;

export const hyphenedHomes: Rule = {
	id: 'home',
	name: 'home folder',
	group: 'home',
	keywords: ['-home-', '-Users-'],
	find(text, at, found) {
		if (!/[/\\"'\s]/.test(text[at - 1] ?? ' ')) return undefined;
		hyphened.lastIndex = at;
		const match = hyphened.exec(text);
		if (match) found.push({start: at, end: at + match[0].length, rule: hyphenedHomes, replacement: '-~'});
		return undefined;
	},
};
