import type {Discovery} from '../../adapters/adapter.ts';
import {totalsOf, unfolded} from '../totals.ts';
import {newestOf, type Part} from './scan.ts';

/** What a discovery found, as it is. */
export function foundPart({sessions, candidates, warnings}: Discovery): Part {
	return {
		isWhole: true,
		warnings,
		sessions: () => sessions,
		newest: (limit, withFolded) => newestOf(sessions, limit, withFolded),
		candidates: () => candidates,
		totals: withFolded => totalsOf(withFolded ? unfolded(candidates, sessions) : candidates),
	};
}
