import type {SearchRequest, SearchSource} from '../search-source.ts';

/** Nobody reads a longer list. */
const mostWords = 6;

/** Which of the words stand in no session of the scope, each of them asked for alone. */
export async function missingWords(
	source: SearchSource,
	request: SearchRequest,
	words: readonly string[],
	signal: AbortSignal,
): Promise<string[]> {
	const missing: string[] = [];
	for (const word of words.slice(0, mostWords)) {
		if (signal.aborted) return [];
		if (!(await isSomewhere(source, {...request, text: /\s/.test(word) ? `"${word}"` : word, limit: 1}, signal)))
			missing.push(word);
	}
	return missing;
}

async function isSomewhere(source: SearchSource, request: SearchRequest, signal: AbortSignal): Promise<boolean> {
	const enough = new AbortController();
	let isFound = false;
	let isSure = false;
	await source.search(
		request,
		({total, isComplete}) => {
			isFound ||= total > 0;
			isSure ||= isComplete;
			if (isFound) enough.abort();
		},
		AbortSignal.any([signal, enough.signal]),
	);
	return isFound || !isSure;
}
