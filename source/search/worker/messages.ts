import type {LibraryOptions} from '../../catalog/library.ts';
import type {Match} from '../match.ts';
import type {Mode} from '../query/query.ts';
import type {Answer, Found} from '../search.ts';

export type SearchWorkerData = LibraryOptions & {readonly agentIds: readonly string[]};

/** What is asked for, as the screen has it. */
export type Asked = {
	readonly text: string;
	readonly mode: Mode;
	/** The folder sessions must have been in. */
	readonly folder?: string;
	readonly limit: number;
};

export type ToSearcher =
	| {readonly type: 'search'; readonly id: number; readonly asked: Asked}
	| {readonly type: 'matches'; readonly id: number; readonly asked: Asked; readonly found: Found}
	| {readonly type: 'vocabulary'; readonly id: number}
	| {readonly type: 'cancel'; readonly id: number};

/** The values of each filter on this machine, the most frequent first. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

export type FromSearcher =
	| {readonly type: 'answer'; readonly id: number; readonly answer: Answer}
	| {readonly type: 'matches'; readonly id: number; readonly matches: readonly Match[]}
	| {readonly type: 'vocabulary'; readonly id: number; readonly vocabulary: Vocabulary}
	| {readonly type: 'end'; readonly id: number; readonly error?: string};
