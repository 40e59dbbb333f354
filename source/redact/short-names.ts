import {isTyped} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

/** `pass` or `pw` alone, or behind a word for what one logs in to. Others are a pass of something: `renderPass`, `bypass`. */
const owner =
	/(?:^|[^A-Za-z\d_.$-])(?:(?:db|user|smtp|ftp|sftp|mail|email|admin|login|sql|mysql|pg|redis|ssh|proxy|root)[_-]?)?$/i;

const value =
	/(?:pass|pw)\\{0,8}["'`]?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}(?<quote>\\{0,8}["'`])(?<secret>[^\s"'`\\]{6,200})\k<quote>/diy;

/** Of an env file, and of a note: `PASS=…`, `pw: …`. */
const bareValue = /(?:pass|pw)(?:=|: )(?<secret>[^\s"'`\\,;&|<>(){}[\]]{8,200})/diy;

/** Too short a name to believe: only what looks typed by somebody. */
export const shortNames: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	isCaseless: true,
	keywords: ['pass"', "pass'", 'pass:', 'pass=', 'pass =', 'pass\\', 'pw"', "pw'", 'pw:', 'pw=', 'pw =', 'pw\\'],
	find(text, at, found) {
		const typed = secretAt(value, text, at) ?? secretAt(bareValue, text, at);
		if (typed && owner.test(text.slice(Math.max(0, at - 12), at)) && isShortNamed(typed.secret))
			found.push({...typed, rule: shortNames});
		return typed?.end;
	},
};

/** The same for a key of JSON. */
export function isShortName(key: string): boolean {
	return /(?:pass|pw)$/i.test(key) && owner.test(key.replace(/(?:pass|pw)$/i, ''));
}

export function isShortNamed(secret: string): boolean {
	return isTyped(secret) && !isStandIn(secret);
}
