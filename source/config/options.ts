/**
 * Everything the config file may say, in one table: it is checked by it, and the example, the help and what
 * `recollect config` prints are made from it. The names that other rooms own are written down here again; a test holds
 * them together.
 */

export const agentNames = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'pi', 'copilot'] as const;

export const formatNames = ['markdown', 'html', 'unified', 'session-data', 'universal', 'jsonl'] as const;

export const secretGroups = ['token', 'private-key', 'header', 'url', 'assignment', 'email'] as const;

/** What is coloured. */
export const roleNames: readonly string[] = [
	'title',
	'dim',
	'prompt',
	'tool',
	'error',
	'added',
	'removed',
	'fork',
	'key',
	'selection',
	'match',
	'selected-match',
	'here',
	'live',
	'marked',
	'problem',
	'heading',
	'strong',
	'emphasis',
	'code',
	'link',
	'syntax-keyword',
	'syntax-string',
	'syntax-number',
	'syntax-comment',
	'syntax-name',
	'added-word',
	'removed-word',
	...agentNames.map(name => `agent:${name}`),
];

/** The terminal's own sixteen, so that every theme works. */
const hues = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export const colorNames = [...hues, ...hues.map(hue => `bright-${hue}` as const)] as const;
export type ColorName = (typeof colorNames)[number];

/** What a value may be. */
export type Kind =
	| {readonly is: 'choice'; readonly of: readonly string[]}
	| {readonly is: 'boolean'}
	/** Several of them. */
	| {readonly is: 'choices'; readonly of: readonly string[]}
	/** Directories, absolute or below `~`. */
	| {readonly is: 'folders'}
	/** Regular expressions. */
	| {readonly is: 'patterns'}
	/** A colour for each role that is named. */
	| {readonly is: 'colors'}
	/** For each place its actions, and for each action its keys. */
	| {readonly is: 'keys'};

export type Option = {
	/** Sections and names, with dots between them. */
	readonly name: string;
	readonly kind: Kind;
	/** What holds where the file says nothing. */
	readonly preset: unknown;
	readonly help: string;
	/** The flag that wins over it. */
	readonly flag?: string;
	/** Shown in the example where the preset would tell nothing. */
	readonly example?: unknown;
};

export const options: readonly Option[] = [
	{
		name: 'theme',
		kind: {is: 'choice', of: ['auto', 'dark', 'light']},
		preset: 'auto',
		help: 'Colours for a dark or a light background; auto asks the terminal.',
		flag: '--theme',
	},
	{
		name: 'colors',
		kind: {is: 'colors'},
		preset: {},
		help: 'Other colours for what is shown, by role.',
		example: {prompt: 'blue', 'agent:claude': 'bright-red'},
	},
	{
		name: 'mouse',
		kind: {is: 'boolean'},
		preset: true,
		help: 'Whether the wheel scrolls and a click selects; without it the terminal selects text as ever.',
		flag: '--no-mouse',
	},
	{
		name: 'restore',
		kind: {is: 'boolean'},
		preset: true,
		help: 'Whether the explorer opens as it was left.',
		flag: '--fresh',
	},
	{
		name: 'defaults.agents',
		kind: {is: 'choices', of: agentNames},
		preset: [],
		help: 'Only the sessions of these agents; none: all of them.',
		flag: '--agent',
		example: ['claude', 'codex'],
	},
	{
		name: 'defaults.homes',
		kind: {is: 'folders'},
		preset: [],
		help: "Read the agents' stores below these directories; none: below your own home.",
		flag: '--home',
		example: ['~'],
	},
	{
		name: 'defaults.scope',
		kind: {is: 'choice', of: ['all', 'here', 'repository']},
		preset: 'all',
		help: 'Which sessions the explorer lists: all, those of this directory, of this repository.',
	},
	{
		name: 'defaults.mode',
		kind: {is: 'choice', of: ['fuzzy', 'words', 'regex']},
		preset: 'fuzzy',
		help: 'How the words of a query are looked for.',
	},
	{
		name: 'defaults.group',
		kind: {is: 'choice', of: ['day', 'project', 'none']},
		preset: 'day',
		help: 'Under which headings sessions stand in the list.',
	},
	{
		name: 'defaults.sort',
		kind: {is: 'choice', of: ['newest', 'oldest', 'largest', 'prompts', 'tokens', 'title']},
		preset: 'newest',
		help: 'Which sessions come first in the list.',
	},
	{
		name: 'defaults.subAgents',
		kind: {is: 'boolean'},
		preset: false,
		help: 'Whether sub-agents are shown below the sessions that started them.',
	},
	{
		name: 'defaults.preview',
		kind: {is: 'boolean'},
		preset: true,
		help: 'Whether the beginning of the selected session is shown beside the list, or below it.',
	},
	{
		name: 'defaults.level',
		kind: {is: 'choice', of: ['skim', 'normal', 'everything']},
		preset: 'normal',
		help: 'How much of a session is shown when it is opened.',
	},
	{
		name: 'export.format',
		kind: {is: 'choice', of: formatNames},
		preset: 'markdown',
		help: 'What sessions are exported as, where nothing else is chosen.',
		flag: '--format',
	},
	{
		name: 'export.redact',
		kind: {is: 'boolean'},
		preset: true,
		help: 'Whether secrets are replaced in what is exported.',
		flag: '--no-redact',
	},
	{
		name: 'export.hideHome',
		kind: {is: 'boolean'},
		preset: false,
		help: 'Whether ~ is written for your home folder in what is exported.',
		flag: '--hide-home',
	},
	{
		name: 'redact.off',
		kind: {is: 'choices', of: secretGroups},
		preset: [],
		help: 'Kinds of secrets that stay as they are.',
		example: ['email'],
	},
	{
		name: 'redact.patterns',
		kind: {is: 'patterns'},
		preset: [],
		help: 'What else is a secret, as regular expressions; of one with a group (?<secret>…) only that.',
		example: ['ACME-[0-9]{6}'],
	},
	{
		name: 'redact.allow',
		kind: {is: 'patterns'},
		preset: [],
		help: 'What is none, though it looks like one, as regular expressions.',
		example: ['[a-z]+@acme\\.example'],
	},
	{
		name: 'copy.redact',
		kind: {is: 'boolean'},
		preset: true,
		help: 'Whether secrets are replaced in what is copied.',
	},
	{
		name: 'keys',
		kind: {is: 'keys'},
		preset: {},
		help: 'Other keys, by place and action. A list takes the place of the keys an action has; [] takes them away.',
	},
];

/** What the file says, as far as it can be used. Absent: the file says nothing of it. */
export type Settings = {
	readonly theme?: 'auto' | 'dark' | 'light';
	readonly colors?: Readonly<Record<string, ColorName>>;
	readonly mouse?: boolean;
	readonly restore?: boolean;
	readonly defaults?: {
		readonly agents?: readonly string[];
		readonly homes?: readonly string[];
		readonly scope?: 'all' | 'here' | 'repository';
		readonly mode?: 'fuzzy' | 'words' | 'regex';
		readonly group?: 'day' | 'project' | 'none';
		readonly sort?: 'newest' | 'oldest' | 'largest' | 'prompts' | 'tokens' | 'title';
		readonly subAgents?: boolean;
		readonly preview?: boolean;
		readonly level?: 'skim' | 'normal' | 'everything';
	};
	readonly export?: {
		readonly format?: (typeof formatNames)[number];
		readonly redact?: boolean;
		readonly hideHome?: boolean;
	};
	readonly redact?: {
		readonly off?: readonly string[];
		readonly patterns?: readonly string[];
		readonly allow?: readonly string[];
	};
	readonly copy?: {readonly redact?: boolean};
	readonly keys?: KeyChanges;
};

/** The keys of actions, by place and action. */
export type KeyChanges = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
