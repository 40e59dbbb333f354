import {familySums} from '../model/family-sums.ts';
import type {Relative} from '../model/relative.ts';
import type {TreeRow} from '../model/tree-row.ts';
import type {TreeUsage} from '../model/tree-usage.ts';
import {compact, plural} from '../text/figures.ts';
import {spentText} from './spent-text.ts';

/** `family of 4 sessions · 2 agents · 31 prompts · 402k tokens, 96k of them shared` */
export function familyText(...given: Parameters<typeof familyFacts>): string {
	return familyFacts(...given).join(' · ');
}

/** The most important first. */
export function familyFacts(relatives: readonly Relative[], rows: readonly TreeRow[], usage?: TreeUsage): string[] {
	const {sessions, agents, prompts, branches} = familySums(relatives, rows);
	const facts = [
		sessions > 1 ? `family of ${plural(sessions, 'session')}` : '',
		agents > 1 ? plural(agents, 'agent') : '',
		plural(prompts, 'prompt'),
		usage ? tokensText(usage) : '',
		branches > 1 ? `${branches} branches` : '',
	];
	return facts.filter(Boolean);
}

function tokensText({total, shared}: TreeUsage): string {
	const {tokens = 0, cost} = total;
	const {tokens: common = 0} = shared;
	const facts = [
		tokens > 0 ? `${compact(tokens)} tokens${common > 0 ? `, ${compact(common)} of them shared` : ''}` : '',
		spentText({cost}),
	];
	return facts.filter(Boolean).join(' · ');
}
