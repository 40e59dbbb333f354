import type {TokenRule} from './rule.ts';
import {anyonesTokens} from './tokens/anyone.ts';
import {cloudTokens} from './tokens/clouds.ts';
import {codeTokens} from './tokens/code.ts';
import {databaseTokens} from './tokens/databases.ts';
import {messageTokens} from './tokens/messages.ts';
import {modelTokens} from './tokens/models.ts';
import {moneyTokens} from './tokens/money.ts';
import {workTokens} from './tokens/work.ts';

/**
 * Keys and tokens whose form says what they are, by vendor. Add a line to one of `tokens/` to add one;
 * `test/redact/rules.test.ts` tries every pattern for backtracking. Lengths are at least, not exactly, where a vendor changed
 * them before.
 */
export const tokenRules: readonly TokenRule[] = [
	...modelTokens,
	...codeTokens,
	...cloudTokens,
	...databaseTokens,
	...messageTokens,
	...moneyTokens,
	...workTokens,
	...anyonesTokens,
];
