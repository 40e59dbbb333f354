/** A session's header, from a few reads at the two ends of its file. */
import fs from 'node:fs';
import path from 'node:path';
import type {Session} from '../../model/session.ts';
import type {SessionRef} from '../adapter.ts';
import {type Fields, fieldsOf, isFields, textOf} from '../fields.ts';
import {headerOf} from '../header-of.ts';
import type {RawRecord} from '../jsonl/parse-line.ts';
import {FileEnds, readBeginning} from '../jsonl/read-ends.ts';
import {titleFrom} from '../titles.ts';
import {companionFolder, sidecarFile, titleName} from './places.ts';
import {isRequestCopy} from './records.ts';
import {SessionFacts, type TitleChoice} from './session-facts.ts';

const endBytes = 64 * 1024;
/** How far to look for a first prompt that stands behind large records. */
const farBytes = 4 * 1024 * 1024;
const largestSidecar = 1024 * 1024;

export function readHead(ref: SessionRef): Session {
	const facts = new SessionFacts();
	const uuids = new Set<string>();
	const observe = ({value}: RawRecord) => {
		if (!isFields(value)) return;
		facts.observe(value, ref.isAgentSession || value.isSidechain !== true);
		if (typeof value.uuid === 'string') uuids.add(value.uuid);
	};
	const file = new FileEnds(ref.path);
	try {
		let end = 0;
		const isEnough = () => facts.hasPrompt;
		for (const record of file.headRecords({first: endBytes, reach: farBytes, isEnough, skip: isRequestCopy})) {
			observe(record);
			end = record.offset + record.length;
		}
		const rest = Math.min(endBytes, file.size - end);
		for (const record of file.tailRecords(rest, isRequestCopy)) observe(record);
	} finally {
		file.close();
	}
	facts.observeCustomTitle(customTitleBeside(ref));
	return sessionFrom(
		ref,
		facts,
		facts.title(uuid => uuids.has(uuid)),
	);
}

/** The fields that do not depend on how much of the file was read. */
export function sessionFrom(ref: SessionRef, facts: SessionFacts, choice: TitleChoice): Session {
	const sidecar = ref.isAgentSession ? sidecarOf(ref.path) : {};
	const description = titleFrom(textOf(sidecar.description));
	const parentAgent = textOf(sidecar.parentAgentId);
	return {
		...headerOf(ref),
		...facts.fields(),
		endedAt: facts.endedAt ?? ref.endedAt,
		...(description !== undefined && choice.titleSource !== 'custom'
			? {title: description, titleSource: 'description' as const}
			: choice),
		parentId: parentAgent === undefined ? ref.parentId : `agent-${parentAgent}`,
		parentCallId: textOf(sidecar.toolUseId),
		agentId: ref.isAgentSession ? agentIn(ref.id) : undefined,
		forkedFrom: ref.forkedFrom ?? facts.forkedFrom,
	};
}

/** Its file is named after it. */
function agentIn(id: string): string | undefined {
	return textOf(/^agent-(.*)/s.exec(id)?.[1]);
}

/** The sidecar of a sub-agent: what it was asked to do, and by which call. */
export function sidecarOf(file: string): Fields {
	return readJson(sidecarFile(file));
}

export function customTitleBeside(ref: SessionRef): string | undefined {
	if (ref.isAgentSession) return undefined;
	return textOf(readJson(path.join(companionFolder(ref.path), titleName)).customTitle);
}

function readJson(file: string): Fields {
	// Most have none, and to ask is cheaper than to fail.
	if (!fs.existsSync(file)) return {};
	try {
		return fieldsOf(JSON.parse(readBeginning(file, largestSidecar).bytes.toString('utf8')));
	} catch {
		return {};
	}
}
