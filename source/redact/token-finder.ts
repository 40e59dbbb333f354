import {beginsWord} from './boundary.ts';
import {isStandIn} from './placeholder.ts';
import {entropy, isRandom} from './randomness.ts';
import type {Rule, Span, TokenRule} from './rule.ts';
import {isRest, unwrap} from './unwrap.ts';

type Hit = {readonly start: number; readonly end: number; readonly secret: string};

function matchAt(pattern: RegExp, text: string, at: number): Hit | undefined {
	pattern.lastIndex = at;
	const match = pattern.exec(text);
	if (!match) return undefined;
	const [start, end] = match.indices?.groups?.secret ?? [at - (match.groups?.head?.length ?? 0), at + match[0].length];
	return {start, end, secret: text.slice(start, end)};
}

/** A key of a thousand characters in a window of eighty. */
const mostLines = 12;

/** Makes a rule of a line of the table. */
export function tokenFinder({id, name, keywords, isCaseless, pattern, entropy: least = 3}: TokenRule): Rule {
	/** Where a keyword stands in the middle of what is looked for, the pattern says where that may begin. */
	const hasOwnStart = pattern.source.startsWith('(?<=') || !/^\w/.test(keywords[0]!);
	const isSecret = (secret: string) => !isStandIn(secret) && entropy(secret) >= least;

	/** Behind an underscore, `TOKEN_ghp_…`, only what ends its beginning with a mark of its own is told from a name. */
	const hasMark = keywords.every(keyword => /^\w{3,}[_-]$/.test(keyword));

	/** A line break may cut what matches without its rest as well: `end` is how far it matched. */
	function withRest(text: string, at: number, hit: Span): Span {
		let longest = hit;
		for (const lines of unwrap(text, at, mostLines)) {
			if (lines.last.from <= longest.end) continue;
			const longer = matchAt(pattern, lines.text, 0);
			if (longer?.end !== lines.text.length || !isRest(text, longest.end, lines.last, keywords)) break;
			longest = {...hit, end: lines.last.end, secret: longer.secret};
		}
		return longest;
	}

	/** Cut by a line break: tried only where the line ends before the pattern does. */
	function findCut(text: string, at: number): Span | undefined {
		for (const lines of unwrap(text, at)) {
			const hit = matchAt(pattern, lines.text, 0);
			if (!hit) continue;
			if (!isSecret(hit.secret)) return undefined;
			const [start, end] = [lines.placeOf(hit.start), lines.placeOf(hit.end)];
			return withRest(text, at, {start, end, rule, secret: hit.secret});
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
			const isFree = hasOwnStart || isCaseless;
			const isJoined = !isFree && !beginsWord(text, at);
			if (isJoined && !(hasMark && text[at - 1] === '_')) return undefined;
			const hit = matchAt(pattern, text, at);
			if (hit) {
				if (!isSecret(hit.secret) || (isJoined && !isRandom(hit.secret))) return hit.end;
				const span = isFree ? {...hit, rule} : withRest(text, at, {...hit, rule});
				found.push(span);
				return span.end;
			}
			if (isJoined) return undefined;
			const cut = isFree ? undefined : findCut(text, at);
			if (cut) found.push(cut);
			return cut?.end;
		},
	};
	return rule;
}
