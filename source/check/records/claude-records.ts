import fs from 'node:fs';
import type {SessionRef} from '../../adapters/adapter.ts';
import {readJsonFile} from './json-file.ts';
import {lineUnit} from './line-records.ts';
import type {Unit} from './unit.ts';

/** The transcript; of a sub-agent, what lies beside it too. */
export function claudeUnits({files}: SessionRef): Unit[] {
	return files.flatMap(file => {
		const sidecar = file.replace(/\.jsonl$/, '.meta.json');
		const hasSidecar = sidecar !== file && fs.existsSync(sidecar);
		return [lineUnit('claude', file), ...(hasSidecar ? [sidecarUnit(sidecar)] : [])];
	});
}

function sidecarUnit(file: string): Unit {
	return {
		agent: 'claude',
		key: file,
		file,
		async *read(options) {
			yield readJsonFile(file, 'sidecar', options);
		},
	};
}
