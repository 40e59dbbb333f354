import {createRequire} from 'node:module';
import type Libsql from 'libsql';

/** The package, loaded when the first database is opened and never before. The bundle has a quicker way to its native part. */
export function loadLibsql(): typeof Libsql {
	return createRequire(import.meta.url)('libsql');
}
