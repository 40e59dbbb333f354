import type {SearchRequest, SearchSource} from '../search-source.ts';
import type {Ranges, RangesIn} from './ranges.ts';

/** Titles and snippets in sight, several times over. */
const mostKept = 500;
/** Longer texts are laid out once and kept by whoever did. */
const longestKept = 1000;

/** Marks the words of one query. The same short texts are drawn with every frame: each is looked at once. */
export function markerOf(source: SearchSource, request: SearchRequest): RangesIn {
	const known = new Map<string, Ranges>();
	return text => {
		if (text.length > longestKept) return source.rangesIn(text, request);
		const kept = known.get(text);
		if (kept) return kept;
		const ranges = source.rangesIn(text, request);
		if (known.size >= mostKept) known.clear();
		known.set(text, ranges);
		return ranges;
	};
}
