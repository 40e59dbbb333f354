/** What is known of some records that they do not tell each by itself, in a form that can be sent and compared. */
import type {Compaction, Hint} from '../adapter.ts';
import {firstOf} from '../jsonl/node-at.ts';
import {type Form, forms} from './form.ts';
import type {Survey} from './survey.ts';

type Known = {
	/** Of the turn in which the part begins. */
	readonly model?: string;
	readonly cwd?: string;
	/** A digit for each. */
	readonly forms: string;
	/** These and the following by their places in the part. */
	readonly failed: readonly number[];
	readonly spawned: ReadonlyArray<readonly [call: number, agent: string]>;
	readonly compactions: ReadonlyArray<Survey['compactions'][number]>;
};

export function hintOf(survey: Survey, [first, end]: readonly [number, number]): Hint {
	const {failed, spawned} = survey.tools;
	// Bytes, not letters put together: it is asked of every record, three times.
	const digits = Buffer.alloc(end - first, zero);
	for (let node = first; node < end; node++) digits[node - first] = zero + survey.formNumber(node);
	const known: Known = {
		...settingsBefore(survey, first),
		forms: digits.toString('latin1'),
		failed: failed.size === 0 ? [] : nodesBetween(first, end, node => failed.has(node)),
		spawned:
			spawned.size === 0
				? []
				: nodesBetween(first, end, node => spawned.has(node)).map(node => [node, spawned.get(first + node)!] as const),
		compactions: within(survey.compactions, first, end).map(({node, ...rest}) => ({...rest, node: node - first})),
	};
	return Buffer.from(JSON.stringify(known));
}

const zero = 0x30;

/** By their places in the part. */
function nodesBetween(first: number, end: number, isOne: (node: number) => boolean): number[] {
	const nodes: number[] = [];
	for (let node = first; node < end; node++) if (isOne(node)) nodes.push(node - first);
	return nodes;
}

/** The model and the directory of the turn that goes on at a node, or begins there. */
export function settingsBefore({settings}: Pick<Survey, 'settings'>, first: number): {model?: string; cwd?: string} {
	const {model, cwd} = settings.findLast(({node}) => node < first) ?? {};
	return {model, cwd};
}

/** Of what stands in the order of the nodes. */
function within<T extends {readonly node: number}>(items: readonly T[], first: number, end: number): T[] {
	const from = firstOf(items.length, at => items[at]!.node >= first);
	const to = firstOf(items.length, at => items[at]!.node >= end, from);
	return items.slice(from, to);
}

/** As much of a survey as it takes to read the entries of a part, whose first node is 0. */
export class HintedSurvey {
	readonly takesBack: ReadonlySet<number> = new Set();
	readonly parents = {at: () => -1};
	readonly outcomeNodes = new Map<number, number>();
	readonly tools: {readonly failed: ReadonlySet<number>; readonly spawned: ReadonlyMap<number, string>};
	readonly settings: {readonly model?: string; readonly cwd?: string};
	private readonly compactions: Known['compactions'];
	private readonly forms: string;

	constructor(hint: Hint) {
		const known: Known = JSON.parse(Buffer.from(hint).toString('utf8'));
		this.settings = {model: known.model, cwd: known.cwd};
		this.forms = known.forms;
		this.tools = {failed: new Set(known.failed), spawned: new Map(known.spawned)};
		this.compactions = known.compactions;
	}

	/** What a record took away, if it is a compaction. */
	compactionAt(node: number): Omit<Compaction, 'id'> | undefined {
		const found = this.compactions.find(each => each.node === node);
		if (!found) return undefined;
		const {node: _, ...compaction} = found;
		return compaction;
	}

	formOf(node: number): Form {
		return forms[Number(this.forms[node] ?? 0)]!;
	}
}
