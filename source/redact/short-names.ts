import {isTyped} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';
import {endsLine, lineOf} from './surroundings.ts';

/**
 * `pass` or `pw` alone, also behind `\n` in a string, or behind a word for what one logs in to. Others are a pass of
 * something: `renderPass`, `bypass`.
 */
const owner =
	/(?:^|[^A-Za-z\d_.$-]|\\[nrt])(?<name>(?:db|user|smtp|ftp|sftp|mail|email|admin|login|sql|mysql|pg|redis|ssh|proxy|root)[_-]?)?$/i;

const value =
	/(?:pass|pw)\\{0,8}["'`]?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}(?<quote>\\{0,8}["'`])(?<secret>[^\s"'`\\]{6,200})\k<quote>/diy;

/** Of an env file, and of a note: `PASS=…`, `pw: …`. */
const bareValue = /(?:pass|pw)(?:=|: )(?<secret>[^\s"'`\\,;&|<>(){}[\]]{8,200})/diy;

/** `pass = …` of an ini file. Code looks the same, so that name and value must be all there is on the line. */
const spacedValue = /(?:pass|pw)[ \t]{1,20}=[ \t]{1,20}(?<secret>[^\s"'`\\,;&|<>(){}[\]]{8,200})/diy;

/** Sizes, times and shares: `12m34.567s`, `0x1f00ff22`, `640x480x32`. */
function isMeasure(value: string): boolean {
	if (/^0x[\da-f]+$/i.test(value)) return true;
	return /^\d/.test(value) && value.split(/[^A-Za-zµ]+/).every(unit => /^[a-zµ]{0,3}$/.test(unit));
}

function onItsOwnLine(text: string, at: number): ReturnType<typeof secretAt> {
	const found = secretAt(spacedValue, text, at);
	if (!found || !endsLine(text, found.end) || isMeasure(found.secret)) return undefined;
	const {name = ''} = owner.exec(text.slice(Math.max(0, at - 12), at))?.groups ?? {};
	return /^[ \t]*$/.test(lineOf(text, at - name.length).head) ? found : undefined;
}

/** Too short a name to believe: only what looks typed by somebody. */
export const shortNames: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	isCaseless: true,
	keywords: ['pass', 'pw'].flatMap(name => ['"', "'", ':', '=', ' =', '\\', '  ', '\t'].map(next => name + next)),
	find(text, at, found) {
		const typed = secretAt(value, text, at) ?? secretAt(bareValue, text, at) ?? onItsOwnLine(text, at);
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
