import fs from 'node:fs';
import {describeFileError} from '../../adapters/files.ts';
import type {CheckedRecord, ReadUnit} from './unit.ts';

/** What lies beside a session is small; more than this is something else. */
const largest = 64 * 1024 * 1024;

/** A document that is read whole; none where it can't be, of which a warning tells. */
export function readJsonFile(file: string, kind: string, {warn}: ReadUnit): CheckedRecord[] {
	try {
		const {size} = fs.statSync(file);
		if (size > largest) {
			warn({path: file, message: `a document of ${size} bytes is too large to check`});
			return [];
		}
		const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
		return [{kind, value, offset: 0}];
	} catch (error) {
		const isFileError = (error as NodeJS.ErrnoException).syscall !== undefined;
		warn({path: file, offset: 0, message: isFileError ? describeFileError(error) : 'the document is not JSON'});
		return [];
	}
}
