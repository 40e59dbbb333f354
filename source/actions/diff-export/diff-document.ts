/** What a document about a comparison is made of, whatever its format: everything in it has passed `clean`. */
import {changeOf} from '../../compare/change-lines.ts';
import type {SidesCompared} from '../../compare/compare-sides.ts';
import type {Hunk} from '../../compare/compare-steps.ts';
import type {ComparedSide} from '../../compare/side.ts';
import {sideId, sideTitle} from '../../compare/side-words.ts';
import type {Step} from '../../compare/step.ts';
import {spentOf} from '../../model/tree-usage.ts';
import {compact, count, dollars, duration, plural} from '../../text/figures.ts';
import {sanitize, sanitizeLine} from '../../text/sanitize.ts';

export type DiffDocument = {
	readonly compared: SidesCompared;
	/** Takes out what must not leave the program. */
	readonly clean: (text: string) => string;
};

export const diffFormats = ['markdown', 'html'] as const;
export type DiffFormat = (typeof diffFormats)[number];

/** The table above: what it is, and what each side has of it. Rows that nobody can fill are not there. */
export function diffTable({compared, clean}: DiffDocument): ReadonlyArray<readonly [string, string, string]> {
	const row = (name: string, of: (side: ComparedSide) => string | undefined) =>
		[name, ...compared.sides.map(side => clean(of(side) ?? ''))] as const as readonly [string, string, string];
	const rows = [
		row('Title', sideTitle),
		row('Session', side => `${side.session.agent} ${sideId(side, compared.sides)}`),
		row('Models', ({facts}) => sanitizeLine(facts.models.join(', '))),
		row('Prompts', ({facts}) => count(facts.prompts)),
		row('Tool calls', ({facts}) => count(facts.tools)),
		row('Errors', ({facts}) => count(facts.errors)),
		row('Tokens', ({facts}) => known(spentOf(facts.usage).tokens, compact)),
		row('Cost', ({facts}) => known(spentOf(facts.usage).cost, dollars)),
		row('Duration', ({facts}) => known(facts.durationMs, duration)),
		row('Files written', ({facts}) => count(facts.files)),
	];
	return rows.filter(([, left, right]) => left !== '' || right !== '');
}

function known(value: number | undefined, format: (value: number) => string): string {
	return value === undefined || value <= 0 ? '' : format(value);
}

/** `5 steps the same, 2 changed, 1 only in A, 3 only in B` */
export function sumWords({compared: {summary}}: DiffDocument): string {
	const {equal, changed, onlyLeft, onlyRight} = summary;
	return `${plural(equal, 'step')} the same, ${changed} changed, ${onlyLeft} only in A, ${onlyRight} only in B`;
}

/** What differs, from one stretch that is the same to the next. */
export type Passage =
	| {readonly kind: 'same'; readonly steps: number}
	| {
			readonly kind: 'different';
			readonly number: number;
			readonly hunks: ReadonlyArray<Exclude<Hunk, {kind: 'equal'}>>;
	  };

export function passagesOf({compared: {hunks}}: DiffDocument): Passage[] {
	const passages: Passage[] = [];
	let number = 0;
	let differing: Array<Exclude<Hunk, {kind: 'equal'}>> | undefined;
	for (const hunk of hunks) {
		if (hunk.kind === 'equal') {
			passages.push({kind: 'same', steps: hunk.left.length});
			differing = undefined;
		} else if (differing) differing.push(hunk);
		else {
			differing = [hunk];
			passages.push({kind: 'different', number: ++number, hunks: differing});
		}
	}
	return passages;
}

const names = {prompt: 'prompt', answer: 'answer', tool: '', compaction: 'compaction'} as const;

/** `prompt`, `Edit` */
export function stepName({kind, tool}: Step): string {
	return tool ? sanitizeLine(tool.name) : names[kind];
}

/** What was said; of a tool, what it was called for. */
export function stepText({text, tool}: Step, {clean}: DiffDocument): string {
	return tool ? sanitizeLine(clean(text)) : sanitize(clean(text)).trimEnd();
}

/** Of a call that was told something else on the other side, what it was told. */
export function changeText(step: Step, {clean}: DiffDocument): string {
	return sanitize(clean([step.text, ...changeOf(step).lines].join('\n'))).trimEnd();
}

/** Of a call that was told the same on both sides, what it answered. */
export function isSameCall(left: Step, right: Step): boolean {
	return left.tool !== undefined && left.tool.inputText === right.tool?.inputText;
}

export function resultText({tool}: Step, {clean}: DiffDocument): string {
	return sanitize(clean(tool?.output ?? '(no result)')).trimEnd();
}

/** `A and B`; of two branches of one session, which they are. */
export function documentTitle({compared: {sides}, clean}: DiffDocument): string {
	const [left, right] = sides.map(side => clean(sideTitle(side)));
	if (left !== right) return `${left} and ${right}`;
	return `${left}: ${sides.map(side => sideId(side, sides)).join(' and ')}`;
}
