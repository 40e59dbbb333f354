/** `-u name:password` of curl and its like. */
import {commandBefore} from './command-line.ts';
import {isStandIn} from './placeholder.ts';
import {isRandom} from './randomness.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

/** Behind other flags of one letter as well: `-su`. */
const flag = /(?:--user[ =]|[ ]?-u[ =]?|[fksSL]u |[ ]-a )[\\"']{0,8}/y;

const pair = /[^\s:"'\\]{1,80}:(?<secret>[^\s"'\\]{4,200})/dy;

/** A key that is the name, without a password. */
const key = /(?<secret>[\w.-]{20,200}):(?=[\s"'\\]|$)/dy;

/** The programs, not the addresses they are given. */
const client = /\b(?:curl|https?(?!:)|wget|xh)\b/;

const known = /^(?:\d+|pass(?:word)?|secret|token|x-oauth-basic)$/i;

export const logins: Rule = {
	id: 'authorization',
	name: 'authorization header',
	group: 'header',
	keywords: ['-u ', ' -u', '--user', ' -a ', ...[...'fksSL'].map(letter => `${letter}u `)],
	find(text, at, found) {
		flag.lastIndex = at;
		if (!flag.test(text)) return undefined;
		const from = flag.lastIndex;
		if (text[at + 1] === 'u' && text[at] !== '-' && !/\s-[A-Za-z]{0,5}$/.test(text.slice(Math.max(0, at - 8), at)))
			return undefined;
		const single = secretAt(key, text, from);
		const login = single ?? secretAt(pair, text, from);
		if (!login || !client.test(commandBefore(text, at))) return undefined;
		if (!isStandIn(login.secret) && !known.test(login.secret) && (!single || isRandom(single.secret, 20)))
			found.push({...login, rule: logins});
		return login.end;
	},
};
