import {type Completion, complete} from '../../search/query/complete.ts';
import {type Mode, nextMode, type Problem} from '../../search/query/query.ts';
import {type Scope, type SearchAnswer, type SearchSource, scopes} from '../search-source.ts';
import {Answers} from './answers.ts';
import {carryProblems} from './carry-problems.ts';
import {LineEditor} from './line-editor.ts';
import {markerOf} from './marker.ts';
import {missingWords} from './missing-words.ts';
import type {RangesIn} from './ranges.ts';
import type {AnswerTo} from './requests.ts';
import {type Worth, worthAsking} from './worth-asking.ts';

/** As many sessions as anybody looks through; more come when the last of them comes near. */
const firstLimit = 100;
/** Nothing but a scope is no search: all of it is a list. */
const wholeScope = 1_000_000;

export type SearchOptions = {
	readonly source: SearchSource;
	/** The agents of the sessions in the list. */
	readonly agents: () => readonly string[];
	readonly onChange: () => void;
	/** Another answer is to be shown, or none any more. `isNew`: to a question that was not asked before. */
	readonly onShown: (isNew: boolean) => void;
};

/** The search of the list: what is typed, how it is looked for and where, and what was found. */
export class Search {
	readonly editor = new LineEditor();
	isTyping = false;
	mode: Mode = 'fuzzy';
	scope: Scope = 'all';
	completion: Completion | undefined;
	/** Marks the words of the answer that is shown; nothing where no words were searched for. */
	marker: RangesIn | undefined;
	/** Words that stand nowhere, so that nothing was found. */
	missing: readonly string[] = [];
	private readonly answers: Answers;
	private worth: Worth = {ask: false, hasWords: false, words: [], problems: []};
	private explaining = new AbortController();

	constructor(private readonly options: SearchOptions) {
		const {source, onChange} = options;
		this.answers = new Answers({source, onChange, onShown: isNew => this.showAnswer(isNew)});
	}

	get text(): string {
		return this.editor.text;
	}

	/** Whether the line is on the screen. */
	get isOpen(): boolean {
		return this.isTyping || this.text !== '';
	}

	/** Whether the list is less than all sessions. */
	get isNarrowed(): boolean {
		return this.text !== '' || this.scope !== 'all';
	}

	/** Whether what is on the screen answers an older question. */
	get isWaiting(): boolean {
		return this.answers.isWaiting;
	}

	/** The answer that the list shows; the whole list without one. */
	get shown(): AnswerTo | undefined {
		return this.answers.shown;
	}

	/** Whether the answer is a list of its own, the best first; a scope alone is a part of the whole list. */
	get isRanked(): boolean {
		return this.shown !== undefined && this.shown.request.text !== '';
	}

	/** Whether words were searched for: then the places where they stand are worth showing. */
	get hasWords(): boolean {
		return this.isRanked && this.marker !== undefined;
	}

	/** How many were found, as far as is known for what is typed. */
	get progress(): SearchAnswer | undefined {
		return this.answers.progress;
	}

	get failure(): string {
		return this.answers.failure;
	}

	/** What is wrong with the text, at its places in what is typed now. */
	get problems(): readonly Problem[] {
		const {latest} = this.answers;
		if (this.worth.ask !== true || !latest) return this.worth.problems;
		return carryProblems(latest.answer.problems, latest.request.text, this.text);
	}

	open(): void {
		this.isTyping = true;
	}

	/** The query stays, and what it found. */
	leave(): void {
		this.isTyping = false;
		this.completion = undefined;
		if (this.text.trim() === '') this.editor.set('');
	}

	/** The line was changed by a key. */
	edited(): void {
		this.completion = undefined;
		this.update();
	}

	/** Completes what stands before the cursor; tells whether there was something to complete. */
	complete(): boolean {
		const {source} = this.options;
		const {editor} = this;
		const found = complete(editor.text, editor.cursor, filter => source.vocabulary(filter), this.completion);
		if (!found) return false;
		editor.set(found.text, found.cursor);
		this.completion = found;
		this.update();
		return true;
	}

	cycleMode(): void {
		this.mode = nextMode(this.mode);
		this.update();
	}

	cycleScope(): void {
		this.scope = scopes[(scopes.indexOf(this.scope) + 1) % scopes.length]!;
		this.update();
	}

	/** Away with the query; without one, with the scope. */
	clear(): void {
		if (this.text !== '') this.editor.set('');
		else this.scope = 'all';
		this.edited();
	}

	/** There may be more to find, or less. */
	refresh(): void {
		this.answers.refresh();
	}

	/** The last of what was found is near. */
	wantMore(): void {
		this.answers.wantMore();
	}

	close(): void {
		this.answers.close();
		this.explaining.abort();
	}

	private update(): void {
		const {text, mode, scope} = this;
		this.worth = worthAsking(text, mode, this.options.agents());
		this.explaining.abort();
		this.missing = [];
		const isScopeOnly = this.worth.ask === false && scope !== 'all';
		if (this.worth.ask === true) this.answers.ask({text, mode, scope, limit: firstLimit});
		else if (isScopeOnly) this.answers.ask({text: '', mode, scope, limit: wholeScope});
		else this.answers.askNothing(this.worth.ask === 'broken');
	}

	private showAnswer(isNew: boolean): void {
		const {source, onShown, onChange} = this.options;
		const {shown} = this;
		if (!shown) this.marker = undefined;
		else if (isNew) this.marker = this.worth.hasWords ? markerOf(source, shown.request) : undefined;
		onShown(isNew);
		onChange();
		if (shown && isNew) void this.explain(shown);
	}

	/** Nothing was found: perhaps because of one word. */
	private async explain({request, answer}: AnswerTo): Promise<void> {
		const {words} = this.worth;
		if (answer.total > 0 || !answer.isComplete || answer.scanning || words.length < 2) return;
		this.explaining = new AbortController();
		const {signal} = this.explaining;
		await this.answers.idle();
		const missing = await missingWords(this.options.source, request, words, signal).catch(() => []);
		if (signal.aborted) return;
		this.missing = missing;
		this.options.onChange();
	}
}
