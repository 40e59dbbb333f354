import {DatabaseSource} from './database-source.ts';
import {ExportSource} from './export-source.ts';
import {splitRowPath} from './places.ts';
import type {Source} from './source.ts';
import {isTreeFile, TreeSource} from './tree-source.ts';

/** The store a session lies in, by its path: a row of a database, a file of the tree, an export anywhere. */
export function openSource(place: string): Source {
	const row = splitRowPath(place);
	if (row) return new DatabaseSource(row.database, row.id);
	return isTreeFile(place) ? new TreeSource(place) : new ExportSource(place);
}
