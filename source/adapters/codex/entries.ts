/** The second pass: the entries of the records that somebody wants to see. */
import type {Entry} from '../../model/entry.ts';
import {textOf} from '../fields.ts';
import {universalTool} from '../tools/tool-table.ts';
import {decode} from './decode.ts';
import {aside, type Draft} from './draft.ts';
import type {PlannedFile} from './plan.ts';
import {type RolloutRecord, readRollout} from './read-rollout.ts';
import {entryId} from './shape.ts';
import type {Survey} from './survey.ts';

export async function* readEntries(
	files: readonly PlannedFile[],
	survey: Survey,
	belongs: (node: number) => boolean,
): AsyncGenerator<Entry> {
	const reader = new EntryReader(survey);
	for (const [position, file] of files.entries()) {
		let node = survey.fileStarts[position]!;
		const last = survey.fileStarts[position + 1] ?? survey.size;
		if (node === last) continue;
		// What was written since the first pass has no place in its shape yet.
		const end = survey.offsets[last - 1]! + survey.lengths[last - 1]!;
		for await (const batch of readRollout(file.path, {end})) {
			for (const record of batch) {
				if (node >= last) break;
				yield* reader.read(file, record, node, belongs(node));
				node++;
			}
		}
	}
}

class EntryReader {
	private readonly names = new Map<string, string>();
	private model: string | undefined;
	/** The last entry of each node that more than one may follow. */
	private readonly lastIds = new Map<number, string>();
	private readonly forkBases: ReadonlySet<number>;
	private previous: string | undefined;

	constructor(private readonly survey: Survey) {
		this.forkBases = new Set([...survey.takesBack].map(node => survey.parents[node]!));
	}

	read(
		file: PlannedFile,
		{line, value, offset, length, cutBytes}: RolloutRecord,
		node: number,
		isWanted: boolean,
	): Entry[] {
		if (line?.type === 'turn_context') this.model = textOf(line.payload.model) ?? this.model;
		if (!isWanted) return [];
		const id = entryId(file, offset);
		let parent = this.survey.takesBack.has(node) ? this.lastIds.get(this.survey.parents[node]!) : this.previous;
		const entries = this.draftsOf(node, decode(line, value).drafts).map((draft, index): Entry => {
			const entry: Entry = {
				id: index === 0 ? id : `${id}#${index}`,
				parent,
				...this.complete(draft),
				timestamp: line?.timestamp,
				locator: {path: file.path, offset, length},
			};
			parent = entry.id;
			return cutBytes > 0 ? {...entry, cutBytes} : entry;
		});
		this.previous = parent;
		if (this.forkBases.has(node) && parent !== undefined) this.lastIds.set(node, parent);
		return entries;
	}

	/** What the record says, less what others say. */
	private draftsOf(node: number, drafts: readonly Draft[]): readonly Draft[] {
		const detail = drafts[0]?.detail ?? drafts[0]?.tool?.name ?? '';
		switch (this.survey.forms[node]) {
			case 'repeated':
				return [aside(detail)];
			case 'aside':
				return [{...aside(detail, textBehind(drafts)), media: drafts[0]?.media}];
			case 'result-only':
				return drafts.filter(({kind}) => kind === 'tool_result');
			default:
				return drafts;
		}
	}

	private complete(draft: Draft): Partial<Entry> & Draft {
		const {tool, kind} = draft;
		const {tools} = this.survey;
		if (kind === 'tool_call' && tool?.callId !== undefined) {
			this.names.set(tool.callId, tool.name);
			return {...draft, model: this.model, spawned: draft.spawned ?? tools.spawned.get(tool.callId)};
		}
		if (kind === 'tool_result' && tool?.callId !== undefined) {
			const name = this.names.get(tool.callId) ?? tool.name;
			const isError = tool.isError === true || tools.failed.has(tool.callId);
			return {...draft, tool: {...tool, name, universal: universalTool(name), isError}, isError: isError || undefined};
		}
		return kind === 'assistant' || kind === 'thinking' || kind === 'tool_call' ? {...draft, model: this.model} : draft;
	}
}

/** A script steps back for its commands, but its code stays readable. */
function textBehind(drafts: readonly Draft[]): string {
	return drafts.map(({text, tool}) => (typeof tool?.input === 'string' ? tool.input : text)).join('\n');
}
