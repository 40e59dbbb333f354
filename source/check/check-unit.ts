import {describeFileError} from '../adapters/files.ts';
import type {Findings} from './findings.ts';
import {loadKnown} from './known.ts';
import type {Unit} from './records/unit.ts';
import {versionIn} from './version-of.ts';
import {walk} from './walk.ts';

/** Compares all records of a unit with what is known of its agent. Returns how many there were. */
export async function checkUnit(unit: Unit, findings: Findings, signal?: AbortSignal): Promise<number> {
	const {agent, file} = unit;
	const known = await loadKnown(agent);
	if (!known) return 0;
	const {shapes} = known;
	const missingKind = new Set<string>();
	let count = 0;
	Object.assign(findings, {agent, file, version: undefined, offset: undefined, row: undefined});
	try {
		for await (const batch of unit.read({signal, warn: warning => findings.damage(warning)})) {
			for (const {kind, value, offset, row} of batch) {
				count++;
				findings.version = versionIn(agent, kind, value) ?? findings.version;
				findings.offset = offset;
				findings.row = row;
				const shape = shapes.get(kind);
				if (shape) walk(shape, value, findings);
				else missingKind.add(kind);
			}
		}
	} catch (error) {
		if (signal?.aborted) throw error;
		findings.damage({path: file, message: describeFileError(error)});
	}
	for (const kind of missingKind) findings.damage({path: file, message: `records of a kind unknown here: ${kind}`});
	return count;
}
