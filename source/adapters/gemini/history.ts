/** Reading a whole session: once for its shape, again for the text somebody wants to see. */
import type {Entry} from '../../model/entry.ts';
import type {Warning} from '../../model/warning.ts';
import type {BranchChoice, History, ReadOptions, SessionRef} from '../adapter.ts';
import {describeFileError} from '../files.ts';
import {copyAll, copyRecords} from './copy-records.ts';
import {readEntries} from './entries.ts';
import {sessionFrom} from './head.ts';
import {callThatStarted} from './parent-call.ts';
import {readLog} from './read-log.ts';
import {Shape} from './shape.ts';
import {Survey} from './survey.ts';

export async function readHistory(ref: SessionRef, options: ReadOptions = {}): Promise<History> {
	const warnings: Warning[] = [];
	const survey = await surveyFiles(ref, {...options, warn: warning => warnings.push(warning)});
	const shape = new Shape(survey.replay);
	const {graph} = shape;
	const choose = (branch?: BranchChoice) => graph.membership(branch);
	return {
		session: {
			...sessionFrom(ref, survey.facts),
			parentCallId: await callThatStarted(ref),
			counts: shape.counts(),
			models: shape.models(),
			tokens: shape.tokens(),
		},
		graph,
		compactions: shape.compactions,
		warnings,
		entries: (branch, options) => readEntries(shape, choose(branch), options),
		records: branch => (branch === 'all' ? copyAll(survey, shape) : copyRecords(survey.records, shape, choose(branch))),
	};
}

type SurveyOptions = ReadOptions & {readonly end?: number; readonly warn?: (warning: Warning) => void};

export async function surveyFiles(
	ref: SessionRef,
	{signal, onProgress, end, warn, observe}: SurveyOptions,
): Promise<Survey> {
	const survey = new Survey(ref.isAgentSession);
	let done = 0;
	// The newest is named first and told last.
	for (const file of [...ref.files].reverse()) {
		survey.beginFile(file);
		let read = 0;
		const batches = readLog(file, {
			end,
			signal,
			warn,
			onProgress: bytes => {
				read = bytes;
				onProgress?.(done + bytes, ref.size);
			},
			digest: record => {
				observe?.(record.value);
				return survey.digest(record);
			},
		});
		try {
			for await (const pieces of batches) {
				for (const piece of pieces) {
					if (piece.kind !== 'shell') observe?.(piece.record.value);
					survey.observe(piece);
				}
			}
		} catch (error) {
			// Of several files the others can still be read.
			if (file === ref.path || signal?.aborted) throw error;
			warn?.({path: file, message: describeFileError(error)});
		}
		done += read;
	}
	return survey;
}

const previewBytes = 512 * 1024;

/** The first entries in file order, for a preview. */
export async function* readOpening(ref: SessionRef): AsyncGenerator<Entry> {
	const given = new Set<string>();
	for (const end of ref.size > previewBytes ? [previewBytes, undefined] : [undefined]) {
		const shape = new Shape((await surveyFiles(ref, {end})).replay);
		for await (const entry of readEntries(shape, () => true)) {
			if (given.has(entry.id)) continue;
			given.add(entry.id);
			yield entry;
		}
	}
}
