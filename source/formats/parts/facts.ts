/** What stands at the head of a document about its session. */
import type {BranchGraph} from '../../model/branch-graph.ts';
import type {Session, Tokens} from '../../model/session.ts';
import {count, plural} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import type {Exported} from '../format.ts';
import {branchName, describeStretch, promptsBeside, type Stretch, type Stretches} from './stretches.ts';
import {firstWords, utcSpan} from './words.ts';

export type Fact = {readonly name: string; readonly value: string; readonly isCode?: boolean};

/** Where nobody named a session, its title is a whole prompt. */
const longestTitle = 160;

export function titleOf({title, id}: Session): string {
	return firstWords(title ?? '', longestTitle) || sanitizeLine(id);
}

/** What has to be known of a session to tell of it. */
export type Told = Pick<Exported, 'session' | 'agentName' | 'branch'> & {
	readonly graph: Pick<BranchGraph, 'isLinear' | 'branches' | 'activeBranch'>;
};

export function factsOf({session, agentName, graph, branch}: Told, stretches: Stretches): Fact[] {
	const prompts = (session.counts?.prompts ?? 0) + (branch === 'all' ? promptsBeside(stretches) : 0);
	const facts: Array<Fact | undefined> = [
		fact('Agent', [agentName, session.agentVersion ?? ''].filter(part => part !== '').join(' ')),
		fact('Project', session.cwd, true),
		fact('Git branch', session.gitBranch, true),
		fact('Time', utcSpan(session.startedAt, session.endedAt)),
		fact(session.models && session.models.length > 1 ? 'Models' : 'Model', session.models?.join(', ')),
		fact('Content', contentWords(session, prompts)),
		fact('Tokens', tokenWords(session.tokens)),
		fact('Cost', session.cost === undefined ? undefined : costWords(session.cost)),
		fact('Branch', graph.isLinear ? undefined : branchWords(graph.branches.length, branch, graph.activeBranch?.number)),
		fact('Copy of', session.forkedFrom, true),
		fact('Sub-agent of', session.parentId, true),
		fact('Session', session.id, true),
	];
	return facts.filter(each => each !== undefined);
}

function fact(name: string, value: string | undefined, isCode = false): Fact | undefined {
	const text = sanitizeLine(value ?? '');
	return text === '' ? undefined : {name, value: text, isCode};
}

function contentWords({counts}: Session, prompts: number): string | undefined {
	if (!counts) return undefined;
	return [
		plural(prompts, 'prompt'),
		plural(counts.toolCalls, 'tool call'),
		...(counts.errors > 0 ? [plural(counts.errors, 'error')] : []),
	].join(', ');
}

function tokenWords(tokens: Tokens | undefined): string | undefined {
	if (!tokens) return undefined;
	const parts: Array<[number | undefined, string]> = [
		[tokens.input, 'in'],
		[tokens.output, 'out'],
		[tokens.cacheCreation, 'written to the cache'],
		[tokens.cacheRead, tokens.cacheCreation ? 'read from it' : 'read from the cache'],
	];
	const known = parts.filter(([value]) => value !== undefined && value > 0);
	return known.map(([value, word]) => `${count(value!)} ${word}`).join(', ');
}

function costWords(cost: number): string {
	return `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
}

function branchWords(total: number, wanted: Exported['branch'], active: number | undefined): string {
	if (wanted === 'all') return `all ${total}; ${active} is the active one`;
	const shown = wanted ?? active;
	return `${shown} of ${total}${shown === active ? ', the active one' : ''}`;
}

/** `Branch 2 goes on here. The other side: branch 1 (3 prompts).` */
export function forkWords(stretches: Stretches, fork: number, shown: Stretch | undefined): string {
	const sides = stretches.sides[fork]!;
	const others = sides.filter(side => side !== shown);
	const goesOn = shown ? `${capital(branchName(shown))} ${shown.branches.length > 1 ? 'go' : 'goes'} on here. ` : '';
	const rest = others.map(side => describeStretch(side)).join('; ');
	return `${goesOn}${others.length === 1 ? 'The other side' : 'Other sides'}: ${rest}.`;
}

export function capital(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}
