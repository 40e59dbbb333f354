import {isChosen} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

/** Commands that take a password without calling it so: of SQL, of PowerShell, of ssh. */
const command =
	/(?:tified (?:with \w{1,40} )?by|securestring(?:[ \t]{1,4}-string)?|sshpass[ \t]{1,4}-p)[ \t]{0,4}(?<quote>\\{0,8}["'])(?<secret>[^\s"'\\]{6,200})\k<quote>/diy;

/** Where the place says what it is: an argument of openssl, of Oracle's and Apache's programs, a line of `.pgpass`. */
const places: readonly RegExp[] = [
	/pass:(?<=-pass(?:in|out)?[ =]["']?pass:)(?<secret>[^\s"'\\]{4,200})/dy,
	/(?:oracle:thin:|sqlplus (?:-[A-Za-z]{1,2} ){0,3}["']?)[\w$]{1,40}\/(?<secret>[^\s"'\\@/]{4,60})@/diy,
	/htpasswd -[A-Za-z]{0,5}b[A-Za-z]{0,5} (?:\S{1,200} )?[\w.@-]{1,80} ["']?(?<secret>[^\s"'\\]{4,200})/dy,
	/porary password is generated for [\w.@-]{1,80}: (?<secret>[^\s"'\\]{6,200})/dy,
	/rabbitmqctl (?:add_user|change_password) ["']?[\w.-]{1,80}["']? ["']?(?<secret>[^\s"'\\]{4,200})/dy,
	/:5432:[\w*-]{1,63}:[\w.-]{1,63}:(?<secret>[^\s:"'\\]{6,200})(?=[\s"']|\\|$)/dy,
];

export const passwordPlaces: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	keywords: [
		'pass:',
		'oracle:thin:',
		'sqlplus ',
		'htpasswd -',
		'rabbitmqctl ',
		':5432:',
		'porary password is generated',
	],
	find(text, at, found) {
		for (const place of places) {
			const password = secretAt(place, text, at);
			if (!password) continue;
			if (!isStandIn(password.secret) && !/^(?:pass(?:word|wd)?|secret|postgres|tiger)$/i.test(password.secret))
				found.push({...password, rule: passwordPlaces});
			return password.end;
		}
		return undefined;
	},
};

export const phrases: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	isCaseless: true,
	// `identified by`: few words have these letters, many have its first.
	keywords: ['tified by', 'tified with ', 'securestring', 'sshpass -p'],
	find(text, at, found) {
		const typed = secretAt(command, text, at);
		if (typed && isChosen(typed.secret) && !isStandIn(typed.secret)) found.push({...typed, rule: phrases});
		return typed?.end;
	},
};
