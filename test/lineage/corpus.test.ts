/** Real sessions of all agents from public repositories: the forks that are there, and not one more. */
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {Library} from '../../source/catalog/library.ts';
import {corpusHome, hasCorpus} from '../helpers/corpus.ts';

/** Prompts of each side. The first is a real rewind; the others were written to be forks. */
const trueForks = [
	'claude 03eb5929-52b3-4b13-ada3-b93ae35806b8: 3|3',
	'claude claude_forked_session: 1|2',
	'claude dag_fork: 3|2',
	'claude dag_within_fork: 2|1',
	'pi testdata_branching: 1|1',
	// A summary of a branch stands beside what was done instead of it.
	'pi testdata_full_format: 0|1',
];

/** Sessions that share their first records with another one. */
const trueCopies = [
	'4379d1bf-ccb1-414e-a856-9791b73f3af2~1 < 4379d1bf-ccb1-414e-a856-9791b73f3af2',
	'b25638d7-b104-4f06-a797-70ac33d069ed~12 < b25638d7-b104-4f06-a797-70ac33d069ed~11',
	'b45ad5d8-81fb-4bcb-baba-19d9f503d731 < 71c9afe9-d9cc-4583-86b3-e62ba682b83a',
	'cbc0f75b-b36d-4efd-a7da-ac800ea30eb6~3 < 71c9afe9-d9cc-4583-86b3-e62ba682b83a',
	'dag_fork < dag_resume',
	'dag_within_fork < dag_simple',
	'edge_cases~1 < edge_cases',
	'sample < no-summary',
];

describe.skipIf(!hasCorpus)('the corpus', () => {
	it('has no false fork and no false copy', {timeout: 120_000}, async () => {
		const library = new Library({homes: [corpusHome()]});
		const {sessions} = await library.scan();
		const forks: string[] = [];
		const copies: string[] = [];
		for (const ref of sessions) {
			const {graph} = await library.history(ref);
			const name = path.basename(ref.path, '.jsonl');
			const sides = graph.forks.map(fork => fork.sides.map(({prompts}) => prompts).join('|'));
			if (sides.length > 0) forks.push(`${ref.agent} ${name}: ${sides.join(', ')}`);
			const {forkedFrom} = await library.origin(ref);
			if (forkedFrom !== undefined) copies.push(`${name} < ${forkedFrom}`);
		}
		expect(sessions.length).toBeGreaterThan(300);
		expect(forks.sort()).toEqual(trueForks);
		expect(copies.sort()).toEqual(trueCopies);
	});
});
