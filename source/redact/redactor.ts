/** Takes secrets out of everything that leaves the program: texts, values, entries, native records. */
import type {Entry} from '../model/entry.ts';
import type {Session} from '../model/session.ts';
import type {ToolUse} from '../model/tool.ts';
import type {Account, Note, Place} from './account.ts';
import {ruleForString, secrets} from './assignments.ts';
import {type Finding, Findings} from './findings.ts';
import {isDockerLogin} from './headers.ts';
import {changeHeld, isMark, visitHeld, withoutPlaceholders} from './held-secrets.ts';
import {changeJsonStrings} from './json-strings.ts';
import {isHeader, type Neighbours, nameBeside} from './neighbours.ts';
import type {OwnPattern} from './own-patterns.ts';
import {isRandom} from './randomness.ts';
import type {RedactGroup, Rule, Span} from './rule.ts';
import {SecretFinder} from './secret-finder.ts';
import {isSecretUnder} from './secret-names.ts';

export type {Finding} from './findings.ts';

export type RedactOptions = {
	/** Home folders become `~`; only if true. */
	readonly homePaths?: boolean;
	/** Kinds (`jwt`) and groups of them (`email`) that stay as they are. */
	readonly off?: readonly (RedactGroup | (string & {}))[];
	/** What is a secret besides. */
	readonly patterns?: readonly OwnPattern[];
	/** What is none: the value itself, or a pattern it matches. */
	readonly allow?: readonly (string | RegExp)[];
};

/** Nothing shorter is a secret. */
const shortest = 6;

const mostNames = 1000;

/** So much of what a tool said is looked at once more, where what stands before it is only a heading. */
const lookedAgain = 1024;

/** What stood beside a secret may be one of its own, once the secret is gone. */
const mostPasses = 4;

export class Redactor {
	private readonly finder: SecretFinder;
	private findings = new Findings();
	private readonly hasHomePaths: boolean;
	/** Entries hold the same text twice: as theirs and as their tool's. */
	private last = {from: '', to: ''};
	private isRepeat = false;
	/** What was replaced since somebody asked to be told, and what was known by then. */
	private notes: Note[] | undefined;
	private knew = '';
	private news: Note[] = [];
	/** Names of tools and models that hold no secret: every record says them again. */
	private readonly plainNames = new Set<string>();

	constructor({homePaths = false, off = [], patterns = [], allow = []}: RedactOptions = {}) {
		this.hasHomePaths = homePaths;
		this.finder = new SecretFinder({off: homePaths ? off : [...off, 'home'], patterns, allow});
	}

	/** What was replaced so far. */
	report(): Finding[] {
		return this.findings.report();
	}

	/** From now on it will be told what was replaced. */
	beginAccount(): void {
		this.news = [];
		this.notes = [];
		this.knew = this.finder.learnedMark;
	}

	/** Since it began. */
	account(): Account {
		return {knew: this.knew, notes: this.notes ?? []};
	}

	/** Takes over what another one replaced. False, and nothing is changed: this one would have replaced something else. */
	takeOver({knew, notes}: Account): boolean {
		const given = notes.map(note => ({...note, rule: this.finder.ruleAt(note.rule)}));
		if (knew !== this.finder.learnedMark || !this.findings.agrees(given)) return false;
		for (const {rule, secret, place, fixed, isRepeat} of given) this.note(rule, secret, {place, fixed, isRepeat});
		return true;
	}

	/** What was met for the first time since this was asked the last time. */
	takeNews(): readonly Note[] {
		const {news} = this;
		this.news = [];
		return news;
	}

	/** Replaces from now on what another one met as that one does. */
	adopt(news: readonly Note[]): void {
		for (const {rule: rank, secret, made} of news) {
			const rule = this.finder.ruleAt(rank);
			this.findings.adopt(rule, secret, made);
			this.finder.learnAs(rule, secret);
		}
		this.plainNames.clear();
		this.last = {from: '', to: ''};
	}

	/** Replaces from now on what another one would, and counts for itself. */
	continueLike({findings, finder}: Redactor): void {
		this.findings = new Findings(findings);
		this.finder.learnLike(finder);
		this.news = [];
		this.plainNames.clear();
		this.last = {from: '', to: ''};
	}

	/** `place` is what the report calls it. */
	text(value: string, place?: string): string {
		if (value.length < shortest) return value;
		if (value === this.last.from && this.last.from === this.last.to) return value;
		let text = value;
		for (let pass = 0; pass < mostPasses; pass++) {
			const spans = this.finder.find(text);
			if (spans.length === 0) break;
			text = this.replace(text, spans, place);
		}
		this.last = {from: value, to: text};
		return text;
	}

	/** Any JSON value; the same one where nothing was found. What a string stands under and behind says what it may be. */
	value<T>(json: T, place?: string, around: Neighbours = {}): T {
		if (typeof json === 'string') return this.within(json, around, place) as T;
		const {key: parent} = around;
		let previous: Neighbours['previous'];
		if (Array.isArray(json)) {
			const items = json.map(item => {
				const clean = this.value(item, place, {key: parent, parent, previous, isInList: true});
				if (typeof item === 'string') previous = {key: parent, text: item};
				return clean;
			});
			return items.some((item, index) => item !== json[index]) ? (items as T) : json;
		}
		if (typeof json !== 'object' || json === null) return json;
		let hasChanged = false;
		let hasMark = false;
		const pairs = Object.entries(json).map(([key, item]) => {
			const pair = [this.text(key, place), this.value(item, place, {key, parent, previous})] as const;
			if (typeof item === 'string') previous = {key, text: item};
			hasChanged ||= pair[0] !== key || pair[1] !== item;
			hasMark ||= isMark(key, item);
			return pair;
		});
		const clean = hasChanged ? (Object.fromEntries(pairs) as T & object) : json;
		return hasMark ? changeHeld(clean, (string, _, rule) => this.held(string, rule, place)) : clean;
	}

	entry(entry: Entry): Entry {
		const place = (what: string) => `${entry.id} ${what}`;
		const {facts} = entry;
		const tool = entry.tool && this.tool(entry.tool, entry.id);
		const said = () => this.text(entry.text, place(entry.kind));
		return changed(entry, {
			// The text of a call or a result is what its tool says, in short or all of it.
			text: tool ? this.onceMore(said) : said(),
			tool,
			model: this.name(entry.model, entry.id, 'model'),
			detail: this.name(entry.detail, entry.id, 'type'),
			facts:
				facts &&
				changed(facts, {
					cwd: this.name(facts.cwd, entry.id, 'cwd'),
					gitBranch: this.name(facts.gitBranch, entry.id, 'branch'),
					agentVersion: this.name(facts.agentVersion, entry.id, 'version'),
					userType: this.name(facts.userType, entry.id, 'user type'),
					stopReason: this.name(facts.stopReason, entry.id, 'stop'),
					stopSequence: this.name(facts.stopSequence, entry.id, 'stop'),
					sentWith: this.maybe(facts.sentWith, place('context')),
				}),
			// Only some formats have it: elsewhere nothing of it may be told as replaced.
			exchange: entry.exchange && this.onceMore(() => this.value(entry.exchange, place('exchange'))),
			locator: this.hasHomePaths
				? changed(entry.locator, {path: this.name(entry.locator.path, entry.id, 'file')!})
				: entry.locator,
		});
	}

	/** All of it but ids. */
	session(session: Session): Session {
		const {source} = session;
		const place = `${session.id} header`;
		const all = (texts: readonly string[]) => this.value(texts, place);
		return changed(session, {
			path: this.text(session.path, place),
			files: all(session.files),
			cwd: this.maybe(session.cwd, place),
			latestCwd: this.maybe(session.latestCwd, place),
			gitBranch: this.maybe(session.gitBranch, place),
			gitRemote: this.maybe(session.gitRemote, place),
			modelProvider: this.maybe(session.modelProvider, place),
			told: session.told && this.value(session.told, place),
			agentVersion: this.maybe(session.agentVersion, place),
			models: session.models && all(session.models),
			source: source && this.source(source, place),
			// Last, because a title may be a prompt that has the secret without its name.
			title: this.maybe(this.withoutCut(session.title), `${session.id} title`),
		});
	}

	/** A title is the beginning of a prompt: where that ends within a secret, what is left of it has no form any more. */
	private withoutCut(title: string | undefined): string | undefined {
		if (!title?.endsWith('…') || !this.finder.isWanted(secrets)) return title;
		const start = Math.max(...[' ', '=', ':', '"', "'", '`'].map(sign => title.lastIndexOf(sign))) + 1;
		const word = title.slice(start, -1);
		if (isSumOrPath(word) && !/key|token|secret|pass/i.test(title)) return title;
		return isRandom(word, 10) && this.finder.isSecret(word) ? `${title.slice(0, start)}…` : title;
	}

	private source(source: NonNullable<Session['source']>, place: string): Session['source'] {
		const clean = this.value(source, place);
		// What a folder is called elsewhere is its path in other letters.
		return this.hasHomePaths || clean !== source ? changed(clean, {folder: undefined}) : source;
	}

	/** A line of an agent's file: the same bytes where nothing was found, else JSON as before but for the secrets. */
	record(bytes: Buffer, place?: string): Buffer {
		const text = bytes.toString('utf8');
		let hasMark = false;
		const strings = changeJsonStrings(text, (string, around) => {
			if (!around.isKey) {
				if (string === 'Secret') hasMark = true;
				return this.within(string, around, place);
			}
			// What it has is no string, and not seen here.
			if (string === 'sensitive') hasMark = true;
			return this.text(string, place);
		});
		const redacted = strings === undefined ? this.text(text, place) : hasMark ? this.heldIn(strings, place) : strings;
		return redacted === text ? bytes : Buffer.from(redacted);
	}

	/** A JSON text without what its objects hold, which may say so of themselves behind it. */
	private heldIn(text: string, place: string | undefined): string {
		const held = new Map<string, Rule>();
		const named = (key: string | undefined, string: string) => JSON.stringify([key, string]);
		try {
			visitHeld(JSON.parse(text), (string, key, rule) => held.set(named(key, string), rule));
		} catch {
			return text;
		}
		if (held.size === 0) return text;
		const change = (string: string, key: string | undefined) => {
			const rule = held.get(named(key, string));
			return rule ? this.held(string, rule, place) : string;
		};
		return changeJsonStrings(text, (string, {isKey, key}) => (isKey ? string : change(string, key))) ?? text;
	}

	/** All of a string that an object holds, but for what is replaced already. */
	private held(string: string, rule: Rule, place: string | undefined): string {
		if (!this.finder.isWanted(rule) || !this.finder.isSecret(withoutPlaceholders(string))) return string;
		return this.replace(string, [{start: 0, end: string.length, rule}], place);
	}

	private within(value: string, around: Neighbours, place: string | undefined): string {
		const {key} = around;
		if (isHeader(key)) return this.text(`${key}: ${value}`, place).slice(key.length + 2);
		const redacted = this.text(value, place);
		if (redacted !== value || value.length < shortest) return redacted;
		return this.under(key, value, place) ?? this.under(nameBeside(around), value, place) ?? value;
	}

	/** Undefined where no secret has that name. */
	private under(name: string | undefined, value: string, place: string | undefined): string | undefined {
		const named = name === undefined ? undefined : ruleForString(name);
		if (!named || !this.finder.isWanted(named.rule) || !this.finder.isSecret(value)) return undefined;
		const {rule, isPassword, word, standing, isLogin} = named;
		if (isLogin ? !isDockerLogin(value) : !isSecretUnder(isPassword, word, value, standing)) return undefined;
		return this.replace(value, [{start: 0, end: value.length, rule}], place);
	}

	private tool(tool: ToolUse, id: string): ToolUse {
		const place = (what: string) => `${id} ${what}`;
		// In this order, because what the input tells is a secret is one in the output as well.
		const name = this.name(tool.name, id, 'tool name')!;
		const input = tool.input === undefined ? undefined : this.value(tool.input, place('tool input'));
		const output = this.maybe(tool.output, place('tool output'));
		return changed(tool, {
			name,
			input,
			output,
			printed: this.onceMore(() => this.printed(tool, output, place('tool output'))),
			patch: this.maybe(tool.patch, place('patch')),
			told: tool.told && this.onceMore(() => this.value(tool.told, place('tool output'))),
		});
	}

	/**
	 * What the tool said is the last lines of the output as a rule: where that held nothing, they hold nothing. Within a line
	 * it is another matter, because what stands before a name tells what it is; and a pattern of the user's may tell anything.
	 */
	private printed({output, printed}: ToolUse, clean: string | undefined, place: string): string | undefined {
		if (printed === undefined || output === undefined || clean !== output || this.finder.hasOwn)
			return this.maybe(printed, place);
		const isLines = output.endsWith(printed) && output[output.length - printed.length - 1] === '\n';
		if (!isLines || printed.length <= lookedAgain) return this.text(printed, place);
		return this.finder.find(printed.slice(0, lookedAgain)).length === 0 ? printed : this.text(printed, place);
	}

	/** What was counted before, if it was, is not counted again. */
	private onceMore<T>(work: () => T): T {
		this.isRepeat = true;
		try {
			return work();
		} finally {
			this.isRepeat = false;
		}
	}

	/** What many records say in the same words; most formats write it once, and it is counted once. */
	private name(name: string | undefined, id: string, what: string): string | undefined {
		if (name === undefined || this.plainNames.has(name)) return name;
		const {last} = this;
		const text = this.onceMore(() => this.text(name, `${id} ${what}`));
		if (text !== name) return text;
		this.last = last;
		if (this.plainNames.size < mostNames) this.plainNames.add(name);
		return name;
	}

	private maybe(text: string | undefined, place: string): string | undefined {
		return text === undefined ? undefined : this.text(text, place);
	}

	private replace(text: string, spans: readonly Span[], place: string | undefined): string {
		const pieces: string[] = [];
		let from = 0;
		for (const {start, end, rule, secret = text.slice(start, end), replacement} of spans) {
			const about = {place, fixed: replacement, isRepeat: this.isRepeat};
			pieces.push(text.slice(from, start), this.note(rule, secret, about));
			from = end;
		}
		return pieces.join('') + text.slice(from);
	}

	/** Gives what stands there from now on. */
	private note(rule: Rule, secret: string, about: Place): string {
		// What is known from now on may stand in a text that had nothing in it a moment ago.
		this.last = {from: '', to: ''};
		this.plainNames.clear();
		const isKnown = this.findings.has(secret);
		const made = this.findings.note(rule, secret, about);
		const isLearned = this.finder.learn(rule, secret);
		const note = {...about, rule: this.finder.rankOf(rule), secret, made};
		this.notes?.push(note);
		if (!isKnown || isLearned) this.news.push(note);
		return made;
	}
}

/** Ids of commits, UUIDs, and files: titles are full of them. */
function isSumOrPath(word: string): boolean {
	return /^[\da-f-]+$|^(?:~|\.{0,2})\/[\w.-]{1,60}\//.test(word);
}

/** The same object where no field is another than before. */
function changed<T extends object>(before: T, fields: Partial<T>): T {
	let after: T | undefined;
	// Asked of every entry several times, and nearly never is there anything.
	for (const name in fields) {
		if (fields[name] === before[name]) continue;
		after ??= {...before};
		after[name] = fields[name] as T[typeof name];
	}
	return after ?? before;
}
