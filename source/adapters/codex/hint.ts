/** What is known of some records that they do not tell each by itself, in a form that can be sent and compared. */
import type {Compaction, Hint} from '../adapter.ts';
import {firstOf} from '../jsonl/node-at.ts';
import {type Form, forms} from './form.ts';
import type {Survey} from './survey.ts';

type Known = {
	/** A digit for each. */
	readonly forms: string;
	readonly failed: readonly string[];
	readonly spawned: ReadonlyArray<readonly [call: string, agent: string]>;
	/** By their places in the part. */
	readonly compactions: ReadonlyArray<Survey['compactions'][number]>;
};

export function hintOf(survey: Survey, [first, end]: readonly [number, number]): Hint {
	const {tools} = survey;
	let formsOfAll = '';
	for (let node = first; node < end; node++) formsOfAll += forms.indexOf(survey.formOf(node));
	const known: Known = {
		forms: formsOfAll,
		failed: within(tools.failures, first, end).map(({callId}) => callId),
		spawned: within(tools.spawners, first, end).map(({callId}) => [callId, tools.spawned.get(callId)!]),
		compactions: within(survey.compactions, first, end).map(({node, ...rest}) => ({...rest, node: node - first})),
	};
	return Buffer.from(JSON.stringify(known));
}

/** Of what stands in the order of the nodes. */
function within<T extends {readonly node: number}>(items: readonly T[], first: number, end: number): T[] {
	const from = firstOf(items.length, at => items[at]!.node >= first);
	const to = firstOf(items.length, at => items[at]!.node >= end, from);
	return items.slice(from, to);
}

/** As much of a survey as it takes to read entries: of one part after the other, as hints tell it. */
export class HintedSurvey {
	readonly takesBack: ReadonlySet<number> = new Set();
	readonly parents = {at: () => -1};
	readonly outcomeNodes = new Map<number, number>();
	readonly tools = {failed: new Set<string>(), spawned: new Map<string, string>()};
	private compactions: Known['compactions'] = [];
	private first = 0;
	private forms = '';

	/** What is read from now on are the records from this one on. */
	begin(first: number, hint: Hint): void {
		const known: Known = JSON.parse(Buffer.from(hint).toString('utf8'));
		this.first = first;
		this.forms = known.forms;
		for (const callId of known.failed) this.tools.failed.add(callId);
		for (const [callId, agent] of known.spawned) this.tools.spawned.set(callId, agent);
		this.compactions = known.compactions;
		this.outcomeNodes.clear();
	}

	/** What a record took away, if it is a compaction. */
	compactionAt(node: number): Omit<Compaction, 'id'> | undefined {
		const found =
			this.compactions.length === 0 ? undefined : this.compactions.find(each => each.node === node - this.first);
		if (!found) return undefined;
		const {node: _, ...compaction} = found;
		return compaction;
	}

	formOf(node: number): Form {
		return forms[Number(this.forms[node - this.first] ?? 0)]!;
	}
}
