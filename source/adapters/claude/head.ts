/** A session's header, from a few reads at the two ends of its file. */
import fs from 'node:fs';
import path from 'node:path';
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {type Fields, fieldsOf, isFields, textOf} from '../fields.ts';
import {FileEnds, wholeLines} from '../jsonl/read-ends.ts';
import {titleFrom} from '../titles.ts';
import {companionFolder} from './places.ts';
import {SessionFacts, type TitleChoice} from './session-facts.ts';

const endBytes = 64 * 1024;
/** How far to look for a first prompt that stands behind large records. */
const farBytes = 4 * 1024 * 1024;

export function readHead(ref: SessionRef): Session {
	const facts = new SessionFacts();
	const file = new FileEnds(ref.path);
	try {
		let reach = Math.min(endBytes, file.size);
		let bytes = file.head(reach);
		observeLines(bytes, {isStart: true, isEnd: reach === file.size}, facts, ref.isAgentSession);
		if (!facts.hasPrompt && reach < file.size) {
			reach = Math.min(farBytes, file.size);
			bytes = file.head(reach);
			observeLines(bytes, {isStart: true, isEnd: reach === file.size}, facts, ref.isAgentSession);
		}
		if (reach < file.size) {
			const tail = file.tail(Math.min(endBytes, file.size - reach));
			observeLines(tail, {isStart: false, isEnd: true}, facts, ref.isAgentSession);
		}
		facts.observeCustomTitle(customTitleBeside(ref));
		return sessionFrom(
			ref,
			facts,
			facts.title(uuid => bytes.includes(`"uuid":"${uuid}"`)),
		);
	} finally {
		file.close();
	}
}

/** The fields that do not depend on how much of the file was read. */
export function sessionFrom(ref: SessionRef, facts: SessionFacts, choice: TitleChoice): Session {
	const sidecar = ref.isAgentSession ? sidecarOf(ref.path) : {};
	const description = titleFrom(textOf(sidecar.description));
	const parentAgent = textOf(sidecar.parentAgentId);
	return {
		agent: 'claude',
		id: ref.id,
		path: ref.path,
		files: ref.files,
		size: ref.size,
		...facts.fields(),
		endedAt: facts.endedAt ?? ref.endedAt,
		...(description !== undefined && choice.titleSource !== 'custom'
			? {title: description, titleSource: 'description' as const}
			: choice),
		parentId: parentAgent === undefined ? ref.parentId : `agent-${parentAgent}`,
		parentCallId: textOf(sidecar.toolUseId),
		isAgentSession: ref.isAgentSession,
		forkedFrom: ref.forkedFrom ?? facts.forkedFrom,
	};
}

/** The sidecar of a sub-agent: what it was asked to do, and by which call. */
export function sidecarOf(file: string): Fields {
	return readJson(file.replace(/\.jsonl$/, '.meta.json'));
}

export function customTitleBeside(ref: SessionRef): string | undefined {
	if (ref.isAgentSession) return undefined;
	return textOf(readJson(path.join(companionFolder(ref.path), 'custom-title.json')).customTitle);
}

function readJson(file: string): Fields {
	try {
		return fieldsOf(JSON.parse(fs.readFileSync(file, 'utf8')));
	} catch {
		return {};
	}
}

function observeLines(
	bytes: Buffer,
	edges: {isStart: boolean; isEnd: boolean},
	facts: SessionFacts,
	isAgentFile: boolean,
): void {
	for (const line of wholeLines(bytes, edges)) {
		if (line.startsWith('{"type":"api-request')) continue;
		try {
			const value: unknown = JSON.parse(line);
			if (isFields(value)) facts.observe(value, isAgentFile || value.isSidechain !== true);
		} catch {
			// A header says what can be read quickly; the reading of the whole file warns.
		}
	}
}
