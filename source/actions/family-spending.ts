import type {History} from '../adapters/adapter.ts';
import {type Spending, spendingsOf} from '../model/usage.ts';

/** Larger sessions are not read a third time unasked: of them only the sum is told. */
const largest = 64 * 1024 * 1024;

/** What each answer of a session took; undefined where it is too much to read, or nothing was written down. */
export async function sessionSpendings(history: History, isAnySize = false): Promise<readonly Spending[] | undefined> {
	const {session} = history;
	if (session.size > largest && !isAnySize) return undefined;
	if (session.tokens === undefined && session.cost === undefined) return [];
	return spendingsOf(history.entries('all', {isWhole: true}));
}
