/** Everything of a session that can be compared with what is known: its files' lines, its rows, its documents. */
import type {SessionRef} from '../../adapters/adapter.ts';
import {claudeUnits} from './claude-records.ts';
import {codexUnits} from './codex-records.ts';
import {copilotUnits} from './copilot-records.ts';
import {cursorUnits} from './cursor-records.ts';
import {geminiUnits} from './gemini-records.ts';
import {lineUnit} from './line-records.ts';
import {opencodeUnits} from './opencode-records.ts';
import type {Unit} from './unit.ts';

export function unitsOf(ref: SessionRef): readonly Unit[] {
	switch (ref.agent) {
		case 'claude':
			return claudeUnits(ref);
		case 'codex':
			return codexUnits(ref);
		case 'gemini':
			return geminiUnits(ref);
		case 'opencode':
			return opencodeUnits(ref);
		case 'cursor':
			return cursorUnits(ref);
		case 'copilot':
			return copilotUnits(ref);
		default:
			return ref.files.filter(file => file.endsWith('.jsonl')).map(file => lineUnit(ref.agent, file));
	}
}
