/** Every format a session can leave the program in. Help, menus and file names are made from this table. */
import {type FormatId, formatIds, type Writer} from './format.ts';

export type Format = {
	readonly id: FormatId;
	readonly name: string;
	readonly extension: string;
	readonly summary: string;
	/** Whether all branches are exported unless somebody wants one. */
	readonly hasBranches: boolean;
	readonly load: () => Promise<Writer>;
	/** For several sessions in one file, one a line. */
	readonly loadLine?: () => Promise<Writer>;
};

const table: Readonly<Record<FormatId, Omit<Format, 'id'>>> = {
	markdown: {
		name: 'Markdown',
		extension: '.md',
		summary: 'to read, on GitHub too: outputs and thinking folded',
		hasBranches: false,
		load: async () => (await import('./markdown/write-markdown.ts')).writeMarkdown,
	},
	html: {
		name: 'HTML',
		extension: '.html',
		summary: 'one page that needs no network: search, folding, branches, light and dark',
		hasBranches: true,
		load: async () => (await import('./html/write-html.ts')).writeHtml,
	},
	unified: {
		name: 'Unified JSON 1.0',
		extension: '.json',
		summary: 'everything, with the graph of branches; reads back without loss',
		hasBranches: true,
		load: async () => (await import('./unified/write-unified.ts')).writeUnified,
		loadLine: async () => (await import('./unified/write-unified.ts')).writeUnifiedLine,
	},
	'session-data': {
		name: 'SessionData 1.0',
		extension: '.session-data.json',
		summary: 'exchanges with tools and path hints',
		hasBranches: false,
		load: async () => (await import('./session-data/write-session-data.ts')).writeSessionData,
		loadLine: async () => (await import('./session-data/write-session-data.ts')).writeSessionDataLine,
	},
	universal: {
		name: 'Universal Session Format 1.0',
		extension: '.universal.json',
		summary: 'a timeline with tools by their universal names',
		hasBranches: false,
		load: async () => (await import('./universal/write-universal.ts')).writeUniversal,
		loadLine: async () => (await import('./universal/write-universal.ts')).writeUniversalLine,
	},
	jsonl: {
		name: "The agent's own records",
		extension: '.jsonl',
		summary: 'untouched, one a line',
		hasBranches: true,
		load: async () => (await import('./jsonl/write-jsonl.ts')).writeJsonl,
	},
};

export const formats: readonly Format[] = formatIds.map(id => ({id, ...table[id]}));

export function formatOf(id: FormatId): Format {
	return {id, ...table[id]};
}

/** A format by its name, or by what people call it. */
export function formatNamed(name: string): Format | undefined {
	const wanted = name.toLowerCase();
	return formats.find(({id}) => id === wanted) ?? formats.find(({id}) => id === alsoKnown.get(wanted));
}

/** The format that a file's name tells, compressed or not. */
export function formatOfFile(file: string): Format | undefined {
	const bare = file
		.toLowerCase()
		.replace(/\.gz$/, '')
		.replace(/\.ndjson$/, '.json');
	const byLength = formats.toSorted((a, b) => b.extension.length - a.extension.length);
	return byLength.find(({extension}) => bare.endsWith(extension)) ?? formatNamed(/\.(\w+)$/.exec(bare)?.[1] ?? '');
}

const alsoKnown: ReadonlyMap<string, FormatId> = new Map([
	['md', 'markdown'],
	['htm', 'html'],
	['json', 'unified'],
	['ndjson', 'unified'],
	['raw', 'jsonl'],
]);
