/** A search without an index: it looks for words in made sessions, and tells a test what it was asked. */
import type {
	FoundSession,
	Match,
	SearchAnswer,
	SearchRequest,
	SearchSource,
} from '../../source/components/search-source.ts';
import type {ListedSession} from '../../source/components/session-source.ts';
import type {Entry} from '../../source/model/entry.ts';
import type {Session} from '../../source/model/session.ts';
import {parseQuery} from '../../source/search/query/parse-query.ts';
import type {Query} from '../../source/search/query/query.ts';
import {afternoon} from './afternoon.ts';

/** What the search looks through; asked anew each time, because sessions grow. */
export type Searched = {
	readonly ref: ListedSession;
	/** Its header, as a catalogue has it. */
	readonly session?: Session;
	readonly title: string;
	readonly cwd: string;
	readonly entries: readonly Entry[];
};

export class SearchCalls {
	readonly requests: SearchRequest[] = [];
	readonly matches: string[] = [];
	/** Requests, and questions for places, that were given up. */
	aborted = 0;
	abortedMatches = 0;
	/** Requests under way now, and at most. */
	underWay = 0;
	mostUnderWay = 0;

	get texts(): string[] {
		return this.requests.map(({text}) => text);
	}
}

export type FakeSearchOptions = {
	readonly calls?: SearchCalls;
	/** Waits before an answer: milliseconds, or whatever a test lets go. */
	readonly pace?: (request: SearchRequest) => Promise<void>;
	readonly matchPace?: () => Promise<void>;
	/** Answers in these many steps, each with more of what was found. */
	readonly steps?: number;
	/** Goes on answering after it was given up, as a slow thread may. */
	readonly isDeaf?: boolean;
	/** What `here` and `repository` are. */
	readonly folder?: string;
};

const agents = ['claude', 'codex', 'gemini', 'opencode'];

export function fakeSearch(all: () => readonly Searched[], options: FakeSearchOptions = {}): SearchSource {
	const {calls = new SearchCalls(), steps = 1, folder = '/home/me/shop-api'} = options;
	const parse = ({text, mode}: SearchRequest): Query => parseQuery(text, {mode, now: afternoon(), agents});

	const answerTo = (request: SearchRequest): SearchAnswer => {
		const query = parse(request);
		const wanted = expressionsOf(query);
		const found: FoundSession[] = [];
		for (const session of all()) {
			if (request.scope !== 'all' && session.cwd !== folder) continue;
			if (!passesFilters(query, session)) continue;
			const texts = [session.title, ...session.entries.map(({text}) => text)];
			if (!wanted.every(expression => texts.some(text => test(expression, text)))) continue;
			const inTitle = wanted.filter(expression => test(expression, session.title)).length;
			found.push({ref: session.ref, session: session.session, score: inTitle, places: session});
		}
		// The title's own words first; otherwise as they come, newest first.
		found.sort((a, b) => b.score - a.score);
		return {
			found: found.slice(0, request.limit),
			total: found.length,
			isComplete: true,
			problems: query.problems,
		};
	};

	return {
		async search(request, onAnswer, signal) {
			calls.requests.push(request);
			calls.underWay++;
			calls.mostUnderWay = Math.max(calls.mostUnderWay, calls.underWay);
			const given = (async () => {
				for (let step = 1; step <= steps; step++) {
					await options.pace?.(request);
					if (signal.aborted && !options.isDeaf) return;
					const answer = answerTo(request);
					const part = Math.floor((answer.found.length * step) / steps);
					const total = step === steps ? answer.total : part;
					onAnswer({...answer, total, found: answer.found.slice(0, part), isComplete: step === steps});
				}
			})();
			if (options.isDeaf) await given;
			else await Promise.race([given, aborted(signal)]);
			calls.underWay--;
			if (signal.aborted) calls.aborted++;
		},
		async matches({ref, places}, request, signal) {
			calls.matches.push(ref.id);
			signal.addEventListener('abort', () => calls.abortedMatches++);
			await options.matchPace?.();
			const wanted = expressionsOf(parse(request));
			return (places as Searched).entries.flatMap((entry): Match[] => {
				const text = entry.tool?.output ?? entry.text;
				const ranges = rangesOf(wanted, text);
				if (ranges.length === 0) return [];
				return [matchOf(entry, text, ranges)];
			});
		},
		rangesIn: (text, request) => rangesOf(expressionsOf(parse(request)), text),
		vocabulary: filter => (filter === 'agent' ? agents : filter === 'project' ? ['shop-api', 'gateway', 'mobile'] : []),
	};
}

function matchOf(entry: Entry, text: string, ranges: Match['ranges']): Match {
	const from = Math.max(0, ranges[0]![0] - 20);
	const cut = text.slice(from, from + 300);
	const lead = from > 0 ? '…' : '';
	return {
		entryId: entry.id,
		role: entry.kind === 'user' ? 'user' : entry.tool ? 'tool' : 'assistant',
		locator: entry.locator,
		snippet: lead + cut,
		ranges: ranges
			.map(([start, end]) => [start - from + lead.length, end - from + lead.length] as const)
			.filter(([, end]) => end <= cut.length + lead.length),
	};
}

function expressionsOf({words, phrases, patterns}: Query): RegExp[] {
	const literal = [...words, ...phrases].map(word => new RegExp(word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu'));
	return [...literal, ...patterns.map(({source, flags}) => new RegExp(source, `${flags}g`))];
}

function test(expression: RegExp, text: string): boolean {
	expression.lastIndex = 0;
	return expression.test(text);
}

function rangesOf(expressions: readonly RegExp[], text: string): Array<readonly [number, number]> {
	return expressions
		.flatMap(expression =>
			Array.from(text.matchAll(expression), ({0: {length}, index}) => [index, index + length] as const),
		)
		.filter(([start, end]) => end > start)
		.sort((a, b) => a[0] - b[0]);
}

function passesFilters({filters}: Query, {ref, title}: Searched): boolean {
	return filters.every(filter => {
		if (filter.name === 'agent') return filter.values.includes(ref.agent) !== filter.isNegated;
		if (filter.name === 'title') return filter.values.some(value => title.includes(value)) !== filter.isNegated;
		return true;
	});
}

function aborted(signal: AbortSignal): Promise<void> {
	return new Promise(resolve => signal.addEventListener('abort', () => resolve(), {once: true}));
}
