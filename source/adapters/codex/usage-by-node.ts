/**
 * What single responses took, by the records that tell it. Those of today stand behind the answer they speak of, often
 * behind the results of its calls, too. Those of 2025 stand before it: a response was written down when all of it had come,
 * its sum first. What the person was shown of it meanwhile stands before both.
 */
import {Column} from '../../model/column.ts';
import type {EntryKind} from '../../model/entry.ts';
import type {Tokens} from '../../model/session.ts';
import type {Survey} from './survey.ts';

const kinds = ['input', 'output', 'cacheCreation', 'cacheRead'] as const;
export const answers: ReadonlySet<EntryKind> = new Set<EntryKind>(['assistant', 'thinking', 'tool_call']);
/** What the model was told: behind it begins another response. */
const told = new Set<EntryKind>(['user', 'tool_result']);

export class UsageByNode {
	private readonly nodes = new Column(Int32Array);
	/** 1 for those that stand within their response or before it. */
	private readonly early = new Column(Uint8Array);
	private readonly columns = kinds.map(kind => ({kind, tokens: new Column(Float64Array)}));
	private before: Tokens = {};
	/** The model's side told of an answer to the newest prompt. */
	private isAnswered = false;
	/** How sums stand in the turn that goes on; unknown before its first one. */
	private isEarly: boolean | undefined;
	/** A sum before any answer: if the model's side goes on right behind it, it stands before its response. */
	private unsure: number | undefined;

	/** Every record, before what it tells of tokens: `isAnswer` for one that the model's side tells of. */
	pass(isPrompt: boolean, isAnswer: boolean): void {
		if (this.unsure !== undefined && isAnswer) {
			this.isEarly = true;
			this.early.set(this.unsure, 1);
		}
		this.unsure = undefined;
		if (isAnswer) this.isAnswered = true;
		if (!isPrompt) return;
		this.isAnswered = false;
		this.isEarly = undefined;
	}

	/** `total` is the sum so far, this record's share included; `isSum`: nothing but that is told. */
	observe(node: number, total: Tokens | undefined, isSum: boolean): void {
		if (!total || kinds.every(kind => total[kind] === (this.before[kind] ?? 0))) return;
		if (isSum && this.isEarly === undefined && this.isAnswered) this.isEarly = false;
		if (isSum && this.isEarly === undefined) this.unsure = this.nodes.length;
		this.nodes.push(node);
		this.early.push(!isSum || this.isEarly ? 1 : 0);
		for (const {kind, tokens} of this.columns) tokens.push((total[kind] ?? 0) - (this.before[kind] ?? 0));
		this.before = total;
	}

	/** The same by the answers they speak of; by the telling record itself where no answer is shown. */
	byAnswer(survey: Survey): Map<number, Tokens> {
		const usage = new Map<number, Tokens>();
		for (let place = 0; place < this.nodes.length; place++) {
			const node = this.answerOf(survey, place) ?? this.nodes.at(place);
			const earlier = usage.get(node);
			const tokens = this.columns.map(({kind, tokens}) => [kind, tokens.at(place) + (earlier?.[kind] ?? 0)]);
			usage.set(node, Object.fromEntries(tokens));
		}
		return usage;
	}

	private answerOf(survey: Survey, place: number): number | undefined {
		const node = this.nodes.at(place);
		const earlier = place === 0 ? -1 : this.nodes.at(place - 1);
		if (this.early.at(place) === 0) return answerBefore(survey, node, earlier, false);
		const next = place + 1 < this.nodes.length ? this.nodes.at(place + 1) : survey.size;
		return answerBefore(survey, node, earlier, true) ?? answerBehind(survey, node, next);
	}
}

function isAnswer(survey: Survey, node: number): boolean {
	return survey.formOf(node) === 'shown' && answers.has(survey.kindOf(node));
}

/** The newest answer between the record that tells of it and the one that told of the answer before. */
function answerBefore(survey: Survey, node: number, earlier: number, isSameResponse: boolean): number | undefined {
	const file = survey.fileStarts.findLast(start => start <= node) ?? 0;
	for (let at = survey.parents.at(node); at >= file && at > earlier; at = survey.parents.at(at)) {
		if (isAnswer(survey, at)) return at;
		if (isSameResponse && told.has(survey.kindOf(at))) return undefined;
	}
	return undefined;
}

/** The first one behind it; of a script that is not shown, what it ran. */
function answerBehind(survey: Survey, node: number, next: number): number | undefined {
	const end = Math.min(next, survey.fileStarts.find(start => start > node) ?? survey.size);
	for (let at = node + 1; at < end && !told.has(survey.kindOf(at)); at++) if (isAnswer(survey, at)) return at;
	return undefined;
}
