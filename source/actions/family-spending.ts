import type {History} from '../adapters/adapter.ts';
import {type Spending, spendingsOf} from '../model/usage.ts';

/** Larger sessions are not read a third time for it: of them only the sum is told. */
const largest = 64 * 1024 * 1024;

/** What each answer of a session took; undefined where it is too much to read, or nothing was written down. */
export async function sessionSpendings(history: History): Promise<readonly Spending[] | undefined> {
	const {session} = history;
	if (session.size > largest) return undefined;
	if (session.tokens === undefined && session.cost === undefined) return [];
	return spendingsOf(history.entries('all', {isWhole: true}));
}
