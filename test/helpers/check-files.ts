/** What `check` finds in files, without a program around it. */
import fs from 'node:fs';
import path from 'node:path';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {adapterFor, adapters} from '../../source/adapters/registry.ts';
import {addLineNumbers} from '../../source/check/line-numbers.ts';
import {SessionCheck} from '../../source/check/session-check.ts';
import type {AgentId} from '../../source/model/agent.ts';

const root = path.join(import.meta.dirname, '..', '..');
export const genuine = path.join(root, '..', 'shared', 'genuine');

/** `claude/plain`, … : every recorded home of the agents, whichever folder it lies in. */
export function recordedHomes(folder: string): string[] {
	return fs
		.readdirSync(folder)
		.filter(name => adapters.some(({agent}) => agent === name))
		.flatMap(agent => fs.readdirSync(path.join(folder, agent)).map(name => `${agent}/${name}`))
		.filter(name => fs.statSync(path.join(folder, name)).isDirectory());
}

export async function sessionsIn(home: string): Promise<SessionRef[]> {
	const found = await Promise.all(adapters.map(adapter => adapter.discover({path: home, env: {}})));
	return found.flatMap(({sessions}) => sessions);
}

export async function checked(refs: readonly SessionRef[]): Promise<SessionCheck> {
	const check = new SessionCheck();
	for (const ref of refs) await check.add(ref);
	await addLineNumbers(check.findings.list().map(({first}) => first));
	return check;
}

/** `CODE path count`, in the order they were found. */
export function told(check: SessionCheck): string[] {
	return check.findings.list().map(({code, path: place, count}) => `${code} ${place} ${count}`);
}

export async function checkedFile(agent: AgentId, file: string): Promise<SessionCheck> {
	const ref = await adapterFor(agent).recognize(file);
	if (!ref) throw new Error(`${file} is not a session`);
	return checked([ref]);
}
