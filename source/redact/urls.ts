import {isStandIn} from './placeholder.ts';
import {isRandom} from './randomness.ts';
import type {Rule} from './rule.ts';

/**
 * Who, and the password, up to the host. `http://localhost:5173/@vite` has no password: a slash is part of one only where
 * what is before it is no port.
 */
const login =
	/:\/\/(?<user>[^\s:/?#@"'`<>\\,;|()]{0,120})(?::(?<secret>(?:(?!\d{1,5}\/)[^\s/@"'`<>\\]{1,120}\/(?=[^\s/@"'`<>\\]{1,120}@))?[^\s/@"'`<>\\]{1,256}(?:@(?=[^\s/@"'`<>\\]{1,120}@)[^\s/@"'`<>\\,;|]{1,120})?))?@(?=[\w.[-])/dy;

/** Written down in every manual. */
const known =
	/^(?:pass(?:word|wd)?|pwd|pw|secret|postgres|root|admin|guest|test|user|username|mysql|redis|mongo|token|\*+|x+)$/i;

export const urlPasswords: Rule = {
	id: 'url-password',
	name: 'URL password',
	group: 'url',
	keywords: ['://'],
	find(text, at, found) {
		login.lastIndex = at;
		const match = login.exec(text);
		if (!match) return undefined;
		const {user = '', secret} = match.groups!;
		if (secret === undefined) {
			// A token instead of a name.
			const [start, end] = match.indices!.groups!.user!;
			if (isRandom(user, 20) && !isStandIn(user)) found.push({start, end, rule: urlPasswords});
			return end;
		}
		if (known.test(secret) || isStandIn(secret) || secret.startsWith('$')) return undefined;
		const [start, end] = match.indices!.groups!.secret!;
		found.push({start, end, rule: urlPasswords});
		return end;
	},
};
