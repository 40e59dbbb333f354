import {createHash} from 'node:crypto';
import {beginsWord, endsWord} from './boundary.ts';
import {uncoloured} from './colours.ts';
import {emails} from './emails.ts';
import {KeywordIndex} from './keyword-index.ts';
import {type OwnPattern, type OwnRule, ownRule} from './own-patterns.ts';
import {placeholder} from './placeholder.ts';
import {isRandom} from './randomness.ts';
import type {Rule, Span} from './rule.ts';
import {rules} from './rules.ts';

export type FinderOptions = {
	readonly off: readonly string[];
	readonly patterns: readonly OwnPattern[];
	readonly allow: readonly (string | RegExp)[];
};

/** A secret that was found beside a word is found without it from then on; so many of them. */
const mostLearned = 2000;

const notLearned = new Set<Rule['group']>(['email', 'home', 'own', 'private-key']);

/** Where in a text secrets stand: apart from each other, in their order. */
export class SecretFinder {
	private index: KeywordIndex;
	private readonly off: ReadonlySet<string>;
	private readonly allow: FinderOptions['allow'];
	private readonly own: readonly OwnRule[];
	/** All rules, those that know most first. */
	private readonly ranked: readonly Rule[];
	private readonly rank: ReadonlyMap<Rule, number>;
	/** In the order in which they were found. */
	private readonly learned = new Map<string, Rule>();
	private mark: string | undefined;

	constructor({off, patterns, allow}: FinderOptions) {
		this.off = new Set(off);
		this.allow = allow;
		this.own = patterns.map(ownRule);
		this.index = this.newIndex();
		this.ranked = [...rules, ...this.own.map(({rule}) => rule)];
		this.rank = new Map(this.ranked.map((rule, rank) => [rule, rank]));
	}

	isWanted({id, group}: Rule): boolean {
		return !this.off.has(id) && !this.off.has(group);
	}

	/** False for what the user allowed, and for what was redacted before. */
	isSecret(value: string): boolean {
		placeholder.lastIndex = 0;
		return !this.isAllowed(value) && !placeholder.test(value);
	}

	find(text: string): Span[] {
		const found = this.look(text);
		const plain = uncoloured(text);
		// A colour may part two words as well as one, so that both texts are looked at.
		const all = plain ? plain.join(found, this.look(plain.text)) : found;
		return all.length === 0 ? all : this.apart(withoutPlaceholders(text, all), text);
	}

	private look(text: string): Span[] {
		const found: Span[] = [];
		let until: Map<Rule, number> | undefined;
		this.index.visit(text, (rule, at) => {
			if (until && at < (until.get(rule) ?? 0)) return;
			const end = rule.find(text, at, found);
			if (end === undefined) return;
			until ??= new Map();
			until.set(rule, end);
		});
		if (this.isWanted(emails))
			for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) emails.find(text, at, found);
		for (const own of this.own) findOwn(text, own, found);
		return found;
	}

	/** Whether there are patterns of the user's. */
	get hasOwn(): boolean {
		return this.own.length > 0;
	}

	/** Its place among all rules. */
	rankOf(rule: Rule): number {
		return this.rank.get(rule)!;
	}

	ruleAt(rank: number): Rule {
		return this.ranked[rank]!;
	}

	/** Stands for all that was learned: whoever has the same finds the same. */
	get learnedMark(): string {
		this.mark ??= createHash('sha256')
			.update(
				Array.from(this.learned, ([secret, rule]) => `${secret}\n${this.rankOf(rule)}`)
					.sort()
					.join('\n'),
			)
			.digest('base64');
		return this.mark;
	}

	/** Knows what another one knows, and nothing else. */
	learnLike({learned}: SecretFinder): void {
		const [mine, theirs] = [[...this.learned.keys()], [...learned]];
		if (mine.some((secret, at) => theirs[at]?.[0] !== secret)) {
			this.learned.clear();
			this.mark = undefined;
			this.index = this.newIndex();
		}
		for (const [secret, rule] of theirs) this.learnAs(rule, secret);
	}

	/** As somebody else learned it, who met it first: by that rule it is counted. */
	learnAs(rule: Rule, secret: string): void {
		const known = this.learned.get(secret);
		if (known === undefined) this.learn(rule, secret);
		else if (known !== rule && !notLearned.has(rule.group)) {
			this.learned.set(secret, rule);
			this.mark = undefined;
		}
	}

	private newIndex(): KeywordIndex {
		return new KeywordIndex(rules.filter(rule => this.isWanted(rule)));
	}

	/** True if it was not known, and is from now on. */
	learn(rule: Rule, secret: string): boolean {
		if (notLearned.has(rule.group) || this.learned.has(secret) || this.learned.size >= mostLearned) return false;
		if (!isRandom(secret, 12)) return false;
		this.learned.set(secret, rule);
		this.mark = undefined;
		const {learned} = this;
		const known: Rule = {
			...rule,
			isCaseless: false,
			find(text, at, found) {
				const end = at + secret.length;
				if (beginsWord(text, at) && endsWord(text, end)) found.push({start: at, end, rule: learned.get(secret)!});
				return end;
			},
		};
		this.index.add(secret, known);
		return true;
	}

	/** Spans that overlap become one, named by the rule that knows most. */
	private apart(found: readonly Span[], text: string): Span[] {
		const rank = ({rule}: Span) => this.rankOf(rule);
		const secrets = found.filter(({start, end, secret}) => !this.isAllowed(secret ?? text.slice(start, end)));
		const apart: Span[] = [];
		for (const span of secrets.sort((a, b) => a.start - b.start || b.end - a.end)) {
			const last = apart.at(-1);
			if (!last || span.start >= last.end) {
				apart.push(span);
				continue;
			}
			const better = rank(span) < rank(last) ? span : last;
			const end = Math.max(last.end, span.end);
			const isWhole = better.start === last.start && better.end === end;
			apart[apart.length - 1] = isWhole ? better : {start: last.start, end, rule: better.rule};
		}
		return apart;
	}

	private isAllowed(secret: string): boolean {
		return this.allow.some(allowed => (typeof allowed === 'string' ? allowed === secret : secret.search(allowed) >= 0));
	}
}

function findOwn(text: string, {pattern, rule}: OwnRule, found: Span[]): void {
	for (const match of text.matchAll(pattern)) {
		const [start, end] = match.indices!.groups?.secret ?? match.indices![0]!;
		if (end > start) found.push({start, end, rule});
	}
}

/** What was redacted before stays as it is. */
function withoutPlaceholders(text: string, found: readonly Span[]): readonly Span[] {
	if (!text.includes('REDACTED-')) return found;
	const places = Array.from(text.matchAll(placeholder), match => [match.index, match.index + match[0].length] as const);
	let next = 0;
	return [...found]
		.sort((a, b) => a.start - b.start)
		.filter(({start, end}) => {
			while (next < places.length && places[next]![1] <= start) next++;
			return !(next < places.length && places[next]![0] < end);
		});
}
