/** Every session of the fixtures and, where they lie beside the checkout, of the recorded and the public ones. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Adapter, SessionRef} from '../../source/adapters/adapter.ts';
import {adapters} from '../../source/adapters/registry.ts';
import {corpusHome, hasCorpus} from './corpus.ts';
import {fixtureHome, temporaryDirectory} from './fixture-home.ts';

export type FoundSession = {readonly adapter: Adapter; readonly ref: SessionRef; readonly name: string};

const root = path.join(import.meta.dirname, '..', '..');
const genuine = path.join(root, '..', 'shared', 'genuine');

export const hasGenuine = fs.existsSync(genuine);

function scenariosIn(folder: string): string[] {
	return fs
		.readdirSync(folder, {withFileTypes: true})
		.filter(agent => agent.isDirectory())
		.flatMap(({name: agent}) =>
			fs
				.readdirSync(path.join(folder, agent), {withFileTypes: true})
				.filter(each => each.isDirectory())
				.map(({name}) => path.join(agent, name)),
		);
}

/** Each scenario is a home of its own. */
export async function fixtureSessions(): Promise<FoundSession[]> {
	const found = await Promise.all(
		scenariosIn(path.join(root, 'fixtures')).map(name => sessionsIn(fixtureHome(name), name)),
	);
	return found.flat();
}

export async function genuineSessions(): Promise<FoundSession[]> {
	const found = await Promise.all(
		scenariosIn(genuine).map(name => {
			const home = temporaryDirectory();
			for (const entry of fs.readdirSync(path.join(genuine, name)))
				if (entry.startsWith('dot-'))
					fs.cpSync(path.join(genuine, name, entry), path.join(home, `.${entry.slice(4)}`), {recursive: true});
			return sessionsIn(home, name);
		}),
	);
	return found.flat();
}

export async function corpusSessions(): Promise<FoundSession[]> {
	return sessionsIn(corpusHome(), 'corpus');
}

export async function sessionsIn(home: string, name: string): Promise<FoundSession[]> {
	const found = await Promise.all(
		adapters.map(async adapter => {
			const {sessions} = await adapter.discover({path: home, env: {}});
			return sessions.map(ref => ({adapter, ref, name: `${name} ${adapter.agent} ${ref.id}`}));
		}),
	);
	return found.flat();
}

/** Tests that look at every session there is. */
export function describeEverySession(check: (session: FoundSession) => Promise<void>): void {
	const checkAll = async (sessions: readonly FoundSession[], fewest: number) => {
		expect(sessions.length).toBeGreaterThan(fewest);
		for (const session of sessions) await check(session);
	};
	describe('every session', () => {
		it('of the fixtures', async () => checkAll(await fixtureSessions(), 30), 120_000);
		it.runIf(hasGenuine)('that was recorded', async () => checkAll(await genuineSessions(), 30), 120_000);
		it.runIf(hasCorpus)('of the public ones', async () => checkAll(await corpusSessions(), 200), 600_000);
	});
}
