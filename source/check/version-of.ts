import {fieldsOf, isFields, stringOf} from '../adapters/fields.ts';
import type {AgentId} from '../model/agent.ts';

/** The version of the agent that a record names, for what stands in it and after it. */
export function versionIn(agent: AgentId, kind: string, value: unknown): string | undefined {
	if (!isFields(value)) return undefined;
	switch (agent) {
		case 'claude':
			return stringOf(value.version);
		case 'codex':
			return value.type === 'session_meta' ? stringOf(fieldsOf(value.payload).cli_version) : undefined;
		case 'copilot':
			return value.type === 'session.start' || value.type === 'session.resume'
				? stringOf(fieldsOf(value.data).copilotVersion)
				: undefined;
		case 'opencode':
			return kind === 'info' || kind === 'session' || kind === 'session_v2' ? stringOf(value.version) : undefined;
		case 'pi':
			// Of the format: the program does not name its own.
			return value.type === 'session' && typeof value.version === 'number' ? `format ${value.version}` : undefined;
		default:
			return undefined;
	}
}
