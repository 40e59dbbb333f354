/** A quick no for files that do not hold the letters of a word at all; most of them do not. */
import fs from 'node:fs';
import type {SessionRef} from '../adapters/adapter.ts';
import {openRegularFile} from '../adapters/files.ts';
import {toolTable} from '../adapters/tools/tool-table.ts';
import type {AgentId} from '../model/agent.ts';
import {foldText} from './fold.ts';
import {tokensIn} from './tokens.ts';

const blockBytes = 1024 * 1024;
/** Of longer words only the beginning is looked for, so that none is lost between two blocks. */
const longest = 64;
const overlap = 4 * longest;

/** Agents whose sessions may have text in files that they do not name. */
const scattered: readonly AgentId[] = ['opencode', 'cursor'];
const plainFile = /\.(?:jsonl|json|txt)$/;
/** Outputs that lie beside the session and are read with it. */
const namesOtherFiles = ['persisted-output', 'persistedOutputPath', 'Output too large ('];
/** Words of adapters' own, which stand in no file: names of tools, and what they tell of records without text. */
const notes = `The model changed from a to. Conversation compacted automatically. The last turns were taken back, what followed
	was stopped: goal. The call of the hook failed, the context was cleared, messages left. Taken over from another session.
	Copilot ended with an error. The oldest compaction answer, exit code, cancelled, forked, mcp, status, attempt, request`;
const added = new Set(
	[notes, ...toolTable.flatMap(({names}) => names)].flatMap(text => tokensIn(text).map(token => token.text)),
);

// As bytes: Latin letters with accents, marks that may stand behind a letter, and two signs that are letters.
const accents = /[\u00C3-\u00C8][\u0080-\u00BF]|\u00CC[\u0080-\u00B1]|\u00E1[\u00B8-\u00BB]|\u00E2\u0084[\u00AA\u00AB]/;
// The same as JSON may write them. `\u001b` is everywhere in outputs and is none of them.
const escapedAccents = /\\u0(?:0[c-f]|[12]|3[0-3])|\\u1e|\\u212[ab]/i;

/** `tokens` as the index has them: without accents, which the file may have. */
export async function mayHold(
	{agent, files}: SessionRef,
	tokens: readonly string[],
	signal?: AbortSignal,
): Promise<boolean> {
	// A number may be written in another way than it is read; letters beyond ASCII in several.
	const plain = tokens
		.filter(token => /^[a-z0-9]*[a-z][a-z0-9]*$/.test(token) && !added.has(token))
		.map(token => token.slice(0, longest));
	if (plain.length === 0 || scattered.includes(agent) || !files.every(file => plainFile.test(file))) return true;
	const missing = new Set(plain);
	for (const file of files) {
		try {
			if (await mayHoldAll(file, missing, signal)) return true;
		} catch {
			signal?.throwIfAborted();
			return true;
		}
	}
	return false;
}

/** Takes what it finds out of the set. */
async function mayHoldAll(file: string, missing: Set<string>, signal?: AbortSignal): Promise<boolean> {
	const {fd} = openRegularFile(file);
	try {
		const buffer = Buffer.allocUnsafe(blockBytes);
		for (let at = 0; ; at += blockBytes - overlap) {
			const count = fs.readSync(fd, buffer, 0, blockBytes, at);
			if (isInBlock(buffer.subarray(0, count), missing)) return true;
			if (count < blockBytes) return false;
			await new Promise(resolve => setImmediate(resolve));
			signal?.throwIfAborted();
		}
	} finally {
		fs.closeSync(fd);
	}
}

function isInBlock(block: Buffer, missing: Set<string>): boolean {
	const bytes = block.toString('latin1');
	if (namesOtherFiles.some(name => bytes.includes(name))) return true;
	take(bytes.toLowerCase(), missing);
	if (missing.size > 0 && accents.test(bytes)) take(foldText(block.toString('utf8')), missing);
	return missing.size === 0 || escapedAccents.test(bytes);
}

function take(text: string, missing: Set<string>): void {
	for (const word of missing) if (text.includes(word)) missing.delete(word);
}
