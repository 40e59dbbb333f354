import {beginsWord} from './boundary.ts';
import {isStandIn} from './placeholder.ts';
import {entropy} from './randomness.ts';
import type {Rule, Span, TokenRule} from './rule.ts';
import {unwrap} from './unwrap.ts';

type Hit = {readonly start: number; readonly end: number; readonly secret: string};

function matchAt(pattern: RegExp, text: string, at: number): Hit | undefined {
	pattern.lastIndex = at;
	const match = pattern.exec(text);
	if (!match) return undefined;
	const [start, end] = match.indices?.groups?.secret ?? [at - (match.groups?.head?.length ?? 0), at + match[0].length];
	return {start, end, secret: text.slice(start, end)};
}

/** Makes a rule of a line of the table. */
export function tokenFinder({id, name, keywords, isCaseless, pattern, entropy: least = 3}: TokenRule): Rule {
	/** Where a keyword stands in the middle of what is looked for, the pattern says where that may begin. */
	const hasOwnStart = pattern.source.startsWith('(?<=') || !/^\w/.test(keywords[0]!);
	const isSecret = (secret: string) => !isStandIn(secret) && entropy(secret) >= least;

	/** Cut by a line break: tried only where the line ends before the pattern does. */
	function findCut(text: string, at: number): Span | undefined {
		for (const lines of unwrap(text, at)) {
			const hit = matchAt(pattern, lines.text, 0);
			if (!hit) continue;
			if (!isSecret(hit.secret)) return undefined;
			return {start: lines.placeOf(hit.start), end: lines.placeOf(hit.end), rule, secret: hit.secret};
		}
		return undefined;
	}

	const rule: Rule = {
		id,
		name,
		group: 'token',
		keywords,
		isCaseless,
		find(text, at, found) {
			if (!hasOwnStart && !isCaseless && !beginsWord(text, at)) return undefined;
			const hit = matchAt(pattern, text, at);
			if (hit) {
				if (isSecret(hit.secret)) found.push({...hit, rule});
				return hit.end;
			}
			const cut = hasOwnStart || isCaseless ? undefined : findCut(text, at);
			if (cut) found.push(cut);
			return cut?.end;
		},
	};
	return rule;
}
