import {isChosen} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

/** Commands that take a password without calling it so: of SQL, of PowerShell, of ssh. */
const command =
	/(?:tified by|securestring(?:[ \t]{1,4}-string)?|sshpass[ \t]{1,4}-p)[ \t]{0,4}(?<quote>\\{0,8}["'])(?<secret>[^\s"'\\]{6,200})\k<quote>/diy;

export const phrases: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	isCaseless: true,
	// `identified by`: few words have these letters, many have its first.
	keywords: ['tified by', 'securestring', 'sshpass -p'],
	find(text, at, found) {
		const typed = secretAt(command, text, at);
		if (typed && isChosen(typed.secret) && !isStandIn(typed.secret)) found.push({...typed, rule: phrases});
		return typed?.end;
	},
};
