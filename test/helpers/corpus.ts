import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {temporaryDirectory} from './fixture-home.ts';

/** Real sessions that may lie beside the checkout. They belong to others and are never part of it. */
const shared = path.join(import.meta.dirname, '..', '..', '..', 'shared');

export const hasCorpus = fs.existsSync(path.join(shared, 'corpus', 'INDEX.tsv'));

if (!hasCorpus) console.log('skipped: there is no ../shared/corpus to read real sessions from');

/** Lays the corpus out as a home directory, the way the agents store it. */
export function corpusHome(): string {
	const home = temporaryDirectory();
	const corpus = path.join(shared, 'corpus');
	execFileSync(process.execPath, [
		path.join(shared, 'tools', 'assemble-home.mjs'),
		path.join(corpus, 'INDEX.tsv'),
		corpus,
		home,
	]);
	return home;
}
