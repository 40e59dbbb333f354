import fs from 'node:fs';
import path from 'node:path';
import {textOf} from '../fields.ts';
import {sidecarOf} from './head.ts';
import {companionFolder, isSubagentName, stemOf} from './places.ts';

/** Which sub-agent a call started: the sub-agents' own sidecars name the call, and are the best witness there is. */
export function spawnedBeside(file: string): Map<string, string> {
	const links = new Map<string, string>();
	const folder = path.join(companionFolder(file), 'subagents');
	let names: string[];
	try {
		names = fs.readdirSync(folder);
	} catch {
		return links;
	}
	for (const name of names) {
		if (!isSubagentName(name)) continue;
		const call = textOf(sidecarOf(path.join(folder, name)).toolUseId);
		if (call !== undefined) links.set(call, stemOf(name).slice('agent-'.length));
	}
	return links;
}
