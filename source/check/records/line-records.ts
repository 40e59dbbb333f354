import {readRecords} from '../../adapters/jsonl/read-records.ts';
import type {AgentId} from '../../model/agent.ts';
import type {CheckedRecord, ReadUnit, Unit} from './unit.ts';

/** A file of lines; `kindOf` where not all of them are of one kind. */
export function lineUnit(agent: AgentId, file: string, kindOf: (value: unknown) => string = () => 'line'): Unit {
	return {agent, key: file, file, read: options => lineRecords(file, options, kindOf)};
}

async function* lineRecords(
	file: string,
	options: ReadUnit,
	kindOf: (value: unknown) => string,
): AsyncGenerator<CheckedRecord[]> {
	for await (const batch of readRecords(file, options)) {
		const records: CheckedRecord[] = [];
		for (const {value, offset} of batch) {
			// Too large to be read, of which a warning tells.
			if (value !== undefined) records.push({kind: kindOf(value), value, offset});
		}
		yield records;
	}
}
