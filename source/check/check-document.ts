/** Documents of the open formats: compared with the format's own schema and rules. */
import {BadDocument} from '../formats/import/open-format.ts';
import {readDocuments} from '../formats/import/read-documents.ts';
import {formatOf} from '../formats/open-formats.ts';
import {validate} from '../formats/validate.ts';
import type {Findings} from './findings.ts';

/** Returns how many documents the file holds. */
export async function checkDocument(file: string, findings: Findings): Promise<number> {
	const format = await formatOf(file);
	if (!format) return 0;
	Object.assign(findings, {agent: format.id, file, version: undefined, offset: undefined, row: undefined});
	let count = 0;
	try {
		const onBadLine = ({message}: BadDocument) => {
			count++;
			findings.damage({path: file, message});
		};
		for await (const {value, offset} of readDocuments(file, {onBadLine})) {
			count++;
			for (const {path, message} of await validate(format.id, value)) findings.invalid(path, message, offset);
		}
	} catch (error) {
		if (!(error instanceof BadDocument)) throw error;
		findings.damage({path: file, message: error.message});
	}
	return count;
}
