/** What single responses took, by the records that tell it: they stand behind the answer they speak of. */
import {Column} from '../../model/column.ts';
import type {EntryKind} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import type {Survey} from './survey.ts';

const kinds = ['input', 'output', 'cacheCreation', 'cacheRead'] as const;
const answers = new Set<EntryKind>(['assistant', 'thinking', 'tool_call']);

export class UsageByNode {
	private readonly nodes = new Column(Int32Array);
	private readonly columns = kinds.map(kind => ({kind, tokens: new Column(Float64Array)}));
	private before: Tokens = {};

	/** `total` is the sum so far, this record's share included. */
	observe(node: number, total: Tokens | undefined): void {
		if (!total || kinds.every(kind => total[kind] === (this.before[kind] ?? 0))) return;
		this.nodes.push(node);
		for (const {kind, tokens} of this.columns) tokens.push((total[kind] ?? 0) - (this.before[kind] ?? 0));
		this.before = total;
	}

	/** The same by the answers they speak of; by the telling record itself where no answer is shown. */
	byAnswer(survey: Survey): Map<number, Tokens> {
		const usage = new Map<number, Tokens>();
		for (let place = 0; place < this.nodes.length; place++) {
			const node = this.nodes.at(place);
			const tokens = Object.fromEntries(this.columns.map(({kind, tokens}) => [kind, tokens.at(place)]));
			usage.set(answerBefore(survey, node, place === 0 ? -1 : this.nodes.at(place - 1)) ?? node, tokens);
		}
		return usage;
	}
}

/** The newest answer between the record that tells of it and the one that told of the answer before. */
function answerBefore(survey: Survey, node: number, earlier: number): number | undefined {
	const file = survey.fileStarts.findLast(start => start <= node) ?? 0;
	for (let at = survey.parents.at(node); at >= file && at > earlier; at = survey.parents.at(at))
		if (survey.formOf(at) === 'shown' && answers.has(survey.kindOf(at))) return at;
	return undefined;
}
