/** Reads sessions, tells what is new in them, and writes down what would be known with them. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {SessionRef} from '../../source/adapters/adapter.ts';
import {adapters, agentIds} from '../../source/adapters/registry.ts';
import {checkUnit} from '../../source/check/check-unit.ts';
import {Findings} from '../../source/check/findings.ts';
import type {KnownSchema, Notation} from '../../source/check/notation.ts';
import type {Unit} from '../../source/check/records/unit.ts';
import {unitsOf} from '../../source/check/records/units-of.ts';
import {versionIn} from '../../source/check/version-of.ts';
import {Learned} from './learned.ts';

export async function main(given: readonly string[], folder: string): Promise<number> {
	const paths = given.filter((word, at) => !word.startsWith('--') && given[at - 1] !== '--agent');
	const agent = given.includes('--agent') ? given[given.indexOf('--agent') + 1] : undefined;
	if (paths.length === 0) {
		console.error('usage: learn-schema.mjs [--agent NAME] [--write] PATH…');
		return 2;
	}
	const {units, remove} = await unitsBelow(paths);
	try {
		await learnEach(units, agent, {given, folder});
		return 0;
	} finally {
		remove();
	}
}

type Wanted = {readonly given: readonly string[]; readonly folder: string};

async function learnEach(units: readonly Unit[], agent: string | undefined, {given, folder}: Wanted): Promise<void> {
	for (const id of agentIds) {
		if (agent !== undefined && agent !== id) continue;
		const file = path.join(folder, `${id}.json`);
		const own = units.filter(unit => unit.agent === id);
		if (own.length === 0) continue;
		const before = JSON.parse(fs.readFileSync(file, 'utf8')) as KnownSchema;
		console.error(`${id}: ${own.length} file${own.length === 1 ? '' : 's'}`);
		for (const {code, count, records, path: place, example} of await whatIsNew(own))
			console.error(`  ${code} ${place} ${count} × ${records.join(', ')}: ${example}`);
		const after = await learn(before, own);
		const text = `${JSON.stringify(after, undefined, '\t')}\n`;
		if (given.includes('--write')) fs.writeFileSync(file, text);
		else if (agent !== undefined) console.log(text);
	}
}

async function whatIsNew(units: readonly Unit[]) {
	const findings = new Findings();
	for (const unit of units) await checkUnit(unit, findings);
	return findings.list();
}

/** Types are widened and what is missing somewhere becomes optional; nothing that was known is forgotten. */
export async function learn(before: KnownSchema, units: readonly Unit[]): Promise<KnownSchema> {
	const shapes = new Map<string, Learned>();
	const taken = (noted: Readonly<Record<string, Notation>>) =>
		Object.entries(noted).map(([name, notation]) => [name, new Learned(shapes, notation)] as const);
	for (const [name, shape] of taken(before.shapes)) shapes.set(name, shape);
	const records = new Map(taken(before.records));
	const versions = new Set(before.versions);
	for (const unit of units) {
		for await (const batch of unit.read({warn() {}})) {
			for (const {kind, value} of batch) {
				if (!records.has(kind)) records.set(kind, new Learned(shapes));
				records.get(kind)!.learn(value);
				const version = versionIn(unit.agent, kind, value);
				if (version !== undefined && /^[\w.+ -]{1,32}$/.test(version)) versions.add(version);
			}
		}
	}
	const written = (all: ReadonlyMap<string, Learned>) =>
		Object.fromEntries([...all].map(([name, shape]) => [name, shape.write()]));
	return {
		agent: before.agent,
		versions: [...versions].sort((a, b) => a.localeCompare(b, 'en', {numeric: true})),
		shapes: written(shapes),
		records: written(records),
	};
}

export type FoundUnits = {readonly units: readonly Unit[]; remove(): void};

/**
 * Session files, homes, and folders of recorded homes in which `dot-claude` stands for `.claude`. Those are copied, and
 * the copies are there until they are removed.
 */
export async function unitsBelow(paths: readonly string[]): Promise<FoundUnits> {
	const units = new Map<string, Unit>();
	const copies: string[] = [];
	for (const place of paths) {
		for (const ref of await sessionsAt(path.resolve(place), copies))
			for (const unit of unitsOf(ref)) units.set(`${unit.agent} ${unit.key}`, unit);
	}
	return {
		units: [...units.values()],
		remove() {
			for (const copy of copies) fs.rmSync(copy, {recursive: true, force: true});
		},
	};
}

async function sessionsAt(place: string, copies: string[]): Promise<SessionRef[]> {
	if (!fs.statSync(place).isDirectory()) {
		const refs = await Promise.all(adapters.map(adapter => adapter.recognize(place)));
		return refs.filter(ref => ref !== undefined).slice(0, 1);
	}
	const found: SessionRef[] = [];
	for (const home of homesBelow(place, copies))
		for (const adapter of adapters) found.push(...(await adapter.discover({path: home, env: {}})).sessions);
	return found;
}

function homesBelow(place: string, copies: string[]): string[] {
	const folders = fs.readdirSync(place, {withFileTypes: true}).filter(entry => entry.isDirectory());
	if (folders.some(({name}) => name.startsWith('.'))) return [place];
	const dots = folders.filter(({name}) => name.startsWith('dot-'));
	if (dots.length === 0) return folders.flatMap(({name}) => homesBelow(path.join(place, name), copies));
	const home = fs.mkdtempSync(path.join(os.tmpdir(), 'recollect-learn-home-'));
	copies.push(home);
	for (const {name} of dots)
		fs.cpSync(path.join(place, name), path.join(home, name.replace(/^dot-/, '.')), {recursive: true});
	return [home];
}
