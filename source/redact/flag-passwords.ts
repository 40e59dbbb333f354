import {commandBefore} from './command-line.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

/** Programs that take a password behind one letter, each in its own way: `mysql -pX`, `docker login -p X`. */
const ways: ReadonlyArray<{readonly program: RegExp; readonly flag: RegExp}> = [
	{
		program: /\b(?:mysql(?:dump|admin|import|show|check)?|mariadb(?:-dump|-admin)?|mycli)\b/,
		flag: /-p[\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy,
	},
	{program: /\bsshpass\b/, flag: /-p ?[\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{
		program: /\b(?:(?:docker|podman|helm registry|oras) login|mongo(?:sh|dump|restore|export|import)?)\b/,
		flag: /-p[ =][\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy,
	},
	{program: /\b(?:redis|valkey)-cli\b/, flag: /-a[ =][\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{program: /(?:^|["'`$( ])(?:un)?zip(?: |$)/, flag: /-P [\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{program: /(?:^|["'`$( ])7z[ar]?(?: |$)/, flag: /-p[\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{program: /\b(?:sqlcmd|bcp|isql)\b/, flag: /-P ?[\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{program: /\baz login\b/, flag: /-p[ =][\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{
		program: /\b(?:smbclient|rpcclient)\b/,
		flag: /-U ?[\\"']{0,8}[\w.\\/@-]{1,80}%(?<secret>[^\s"'\\;|&<>()]{3,200})/dy,
	},
	{program: /\blftp\b/, flag: /-u ?[\\"']{0,8}[\w.@-]{1,80},(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
	{program: /\bldap(?:search|modify|add|whoami)\b/, flag: /-w[ =][\\"']{0,8}(?<secret>[^\s"'\\;|&<>()]{3,200})/dy},
];

export const flagPasswords: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	keywords: [' -p', ' -P', ' -U', ' -u', ' -a ', ' -a=', ' -w ', ' -w='],
	find(text, at, found) {
		const command = commandBefore(text, at);
		for (const {program, flag} of ways) {
			if (!program.test(command)) continue;
			const password = secretAt(flag, text, at + 1);
			// Another flag, which is longer: `-port`.
			if (!password || /^(?:-|ort\b|assword\b|rotocol\b|ipe\b|lugin)/.test(password.secret)) continue;
			if (!isStandIn(password.secret) && !/^(?:pass(?:word|wd)?|secret)$/i.test(password.secret))
				found.push({...password, rule: flagPasswords});
			return password.end;
		}
		return undefined;
	},
};
