/** Passwords that one command hands to the next: `echo X | sudo -S`, `docker login --password-stdin <<< X`. */
import {commandBefore} from './command-line.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

/** What stands before the pipe, up to the flag that says so. */
const echoed =
	/\b(?:echo|printf)(?: -[a-z]{1,3}){0,3}[ ]{1,4}(?:\\{0,8}["']%s(?:\\{1,8}n)?\\{0,8}["'] )?\\{0,8}["']?(?<secret>[^\s"'\\|]{4,200})(?:\\{1,8}n)?\\{0,8}["']?[ ]{0,4}\|[^|\n]{0,160}$/d;

const here = /<<<[ ]?\\{0,8}["']?(?<secret>[^\s"'\\|]{4,200})/dy;

/** Who takes a password from its input. Others take anything by `--stdin`: git, linters, formatters. */
const taker =
	/\b(?:sudo (?:-[a-zA-Z]{1,3} ){0,3}-[a-zA-Z]{0,3}S\b|chpasswd\b|passwd (?:\S{1,40} )?--stdin\b)|--password-stdin\b|--with-token\b/;

const known = /^(?:pass(?:word|wd)?|secret|token)$/i;

const isPassword = (secret: string) => !isStandIn(secret) && !known.test(secret);

export const pipedPasswords: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	keywords: ['sudo -', '--password-stdin', 'passwd ', '--with-token', 'chpasswd'],
	find(text, at, found) {
		const start = Math.max(0, at - 400);
		const match = echoed.exec(text.slice(start, at));
		if (!match || taker.exec(text.slice(at, at + 60))?.index !== 0) return undefined;
		const [from, end] = match.indices!.groups!.secret!;
		// `chpasswd` takes `name:password`.
		const name = text.startsWith('chpasswd', at) ? match.groups!.secret!.indexOf(':') + 1 : 0;
		if (isPassword(match.groups!.secret!.slice(name)))
			found.push({start: start + from + name, end: start + end, rule: pipedPasswords});
		return undefined;
	},
};

export const hereStrings: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	keywords: ['<<<'],
	find(text, at, found) {
		const password = secretAt(here, text, at);
		if (password && isPassword(password.secret) && taker.test(commandBefore(text, at)))
			found.push({...password, rule: hereStrings});
		return password?.end;
	},
};
