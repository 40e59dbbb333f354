/** The screens keys can belong to, and the lines on them that one can type into. */
export const places = [
	'list',
	'search',
	'reader',
	'find',
	'outline',
	'tree',
	'label',
	'compare',
	'pages',
	'menu',
	'palette',
	'confirm',
	'export',
	'export-target',
	'help',
	'help-find',
	'error',
] as const;

export type Place = (typeof places)[number];

/** What a place is called in the help and the README. */
export const placeNames: Readonly<Record<Place, string>> = {
	list: 'List',
	search: 'Query line of the list',
	reader: 'Reader',
	find: 'Find line of the reader',
	outline: 'Outline of the reader',
	tree: 'Fork tree',
	label: 'Label line of the fork tree',
	compare: 'Comparison',
	pages: 'Raw record',
	menu: 'Menu',
	palette: 'Palette',
	confirm: 'Question',
	export: 'Export',
	'export-target': 'Line of the export that says where to',
	help: 'Help',
	'help-find': 'Find line of the help',
	error: 'Error screen',
};

/** What a binding may ask before it acts. */
export type KeyState = {
	readonly sessions: number;
	/** Sub-agents in the whole list. */
	readonly agentSessions: number;
	readonly canGoToPreviousSession: boolean;
	readonly canGoToNextSession: boolean;
	/** Whether the operating system can stop a program and bring it back. */
	readonly canSuspend: boolean;
	/** Whether there is something that finds words. */
	readonly canSearch: boolean;
	/** Whether the list shows only a part of the sessions, found by words or by scope. */
	readonly isNarrowed: boolean;
	/** Whether the list is what a search found, the best first. */
	readonly isRanked: boolean;
	/** Sessions of the list that are marked. */
	readonly marked: number;
	/** Whether words are marked in the open session. */
	readonly hasMarks: boolean;
	/** Whether it can be told which sessions belong together. */
	readonly hasFamilies: boolean;
	/** Places in the open session where turns compete. */
	readonly forks: number;
	/** Whether sessions can be written into files. */
	readonly canExport: boolean;
	/** Whether stars can be kept. */
	readonly canStar: boolean;
	/** Whether labels can be kept. */
	readonly canLabel: boolean;
};

export type Binding = {
	/** As `terminal/key.ts` names them, `g g` for one after the other. The first is the one shown in the footer. */
	readonly keys: readonly string[];
	readonly when: readonly Place[];
	readonly action: string;
	/** One line for the help screen and the README. */
	readonly help: string;
	/** A word for the footer, where the key is worth its room there. Keys with the same word share it: `J/K prompt`. */
	readonly hint?: string;
	/** Why the key can not act now: said to the user instead of doing nothing. */
	readonly disabled?: (state: KeyState) => string | undefined;
	/** Nobody can give it other keys. */
	readonly isFixed?: boolean;
};
