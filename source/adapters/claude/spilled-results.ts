import fs from 'node:fs';
import path from 'node:path';
import {isFields, textOf} from '../fields.ts';
import {readBeginning} from '../jsonl/read-ends.ts';
import {longestLine} from '../jsonl/split-lines.ts';
import type {Draft} from './draft.ts';
import {resultsFolder} from './places.ts';

/** More of one output than this is not read into an entry. */
const mostBytes = 1024 * 1024;

const savedTo = /(?:Full output saved to|Output has been saved to):?\s+(\S+)/;

/**
 * Large tool outputs are stored beside the transcript and only a stub stands in it. Puts the output back in its place.
 * The stub names an absolute path, which is only ever a hint: nothing outside this session's own folder is opened.
 */
export class SpilledResults {
	private readonly folder: string;

	constructor(
		transcript: string,
		private readonly isWhole = false,
	) {
		this.folder = resultsFolder(transcript);
	}

	complete(entry: Draft, record: unknown): void {
		const named = this.nameIn(entry.text) ?? this.nameInResult(record);
		if (named === undefined || !entry.tool) return;
		const output = this.read(named);
		entry.detail = output ? 'spilled output' : 'spilled output, its file is gone';
		if (!output) return;
		const {text, cutBytes} = output;
		entry.text = text;
		entry.tool = {...entry.tool, output: text, printed: undefined};
		if (cutBytes > 0) entry.cutBytes = cutBytes;
	}

	private nameIn(text: string): string | undefined {
		if (!text.startsWith('<persisted-output>') && !text.startsWith('Output too large (')) return undefined;
		return baseName(savedTo.exec(text)?.[1]);
	}

	private nameInResult(record: unknown): string | undefined {
		if (!isFields(record) || !isFields(record.toolUseResult)) return undefined;
		return baseName(textOf(record.toolUseResult.persistedOutputPath));
	}

	private read(name: string): {text: string; cutBytes: number} | undefined {
		try {
			const file = path.join(this.folder, name);
			// A link could lead out of the folder.
			if (fs.lstatSync(file).isSymbolicLink()) return undefined;
			const {bytes, size} = readBeginning(file, this.isWhole ? longestLine : mostBytes);
			return {text: bytes.toString('utf8'), cutBytes: size - bytes.length};
		} catch {
			return undefined;
		}
	}
}

/** The last part of a path of either kind of system, if it is a plain name. */
function baseName(named: string | undefined): string | undefined {
	const name = named?.split(/[\\/]/).at(-1);
	return name === undefined || name === '' || name === '..' || name === '.' ? undefined : name;
}
