import {isStandIn} from './placeholder.ts';
import {isRandom} from './randomness.ts';
import type {Rule, Span} from './rule.ts';
import {secretAt} from './secret-at.ts';

const bearer = /bearer(?:[ \t]{1,4}|%20|\+)(?<secret>[\w.~+/%-]{16,4000}={0,2})/diy;

const basic = /basic[ \t]{1,4}(?<secret>[A-Za-z\d+/]{8,400}={0,2})/diy;

const authorization =
	/authorization[\\"'`]{0,8}\]?[ \t]{0,4}(?:[:=,]|=>)[ \t]{0,4}[\\"'`]{0,8}(?:(?!bearer|basic)[A-Za-z][A-Za-z\d-]{1,20}[ \t]{1,4})?(?<secret>[\w.~+/%=:-]{16,4000})/diy;

const utf8 = new TextDecoder('utf-8', {fatal: true});

/** A name and a password in base64. Chance makes no text with a colon in it. */
function isLogin(encoded: string): boolean {
	const bytes = Buffer.from(encoded, 'base64');
	const colon = bytes.indexOf(':');
	if (colon < 1 || colon === bytes.length - 1) return false;
	try {
		return /^[^\p{Cc}\p{Cn}\p{Co}]+$/u.test(utf8.decode(bytes));
	} catch {
		return false;
	}
}

export const authorizations: Rule = {
	id: 'authorization',
	name: 'authorization header',
	group: 'header',
	isCaseless: true,
	keywords: ['authorization', 'bearer', 'basic'],
	find(text, at, found) {
		const token = secretAt(bearer, text, at) ?? secretAt(authorization, text, at);
		if (token && isRandom(token.secret) && !isStandIn(token.secret)) found.push({...token, rule: authorizations});
		const login = secretAt(basic, text, at);
		if (login && isLogin(login.secret)) found.push({...login, rule: authorizations});
		return login?.end ?? token?.end;
	},
};

/** Docker's file of logins. */
const dockerLogin = /auth\\{0,8}"[ \t]{0,4}:[ \t]{0,4}\\{0,8}"(?<secret>[A-Za-z\d+/]{8,400}={0,2})\\{0,8}"/dy;

export const dockerLogins: Rule = {
	id: 'authorization',
	name: 'authorization header',
	group: 'header',
	keywords: ['auth"', 'auth\\'],
	find(text, at, found) {
		const login = secretAt(dockerLogin, text, at);
		if (login && isLogin(login.secret)) found.push({...login, rule: dockerLogins});
		return login?.end;
	},
};

/** The same for a string of JSON, under a key that ends in `auth`. */
export function isDockerLogin(value: string): boolean {
	return /^[A-Za-z\d+/]{8,400}={0,2}$/.test(value) && isLogin(value);
}

const cookieHead = /(?:cookie[\\"'`]{0,8}[ \t]{0,4}[:=, ][ \t]{0,4}| -b )[\\"'`]{0,8}/iy;

/** One `name=value` and what parts it from the next. */
const cookie = /(?<name>[\w.$!#%&*+^|~-]{1,100})=(?<secret>[^\s;,"'`\\<>]{0,4096})(?:;[ ]{0,3})?/dy;

/** Without a value: `Secure`, `HttpOnly`. */
const flag = /[A-Za-z]{4,12};[ ]{0,3}/y;

const attribute = /^(?:path|domain|expires|max-age|samesite|priority)$/i;

const mostCookies = 100;

export const cookies: Rule = {
	id: 'cookie',
	name: 'cookie',
	group: 'header',
	isCaseless: true,
	keywords: ['cookie', ' -b '],
	find(text, at, found) {
		cookieHead.lastIndex = at;
		if (!cookieHead.test(text)) return undefined;
		let from = cookieHead.lastIndex;
		for (let count = 0; count < mostCookies; count++) {
			cookie.lastIndex = from;
			const match = cookie.exec(text);
			if (match) {
				const {name = '', secret = ''} = match.groups!;
				const [start, end] = match.indices!.groups!.secret!;
				if (!attribute.test(name) && isSession(secret)) found.push({start, end, rule: cookies} satisfies Span);
				from = cookie.lastIndex;
				continue;
			}
			flag.lastIndex = from;
			if (!flag.test(text)) return from;
			from = flag.lastIndex;
		}
		return from;
	},
};

/** `theme=dark` tells nothing; what lets somebody in was rolled. */
function isSession(value: string): boolean {
	return isRandom(value, 12) && !isStandIn(value);
}
