import {isChosen} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';

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
		command.lastIndex = at;
		const match = command.exec(text);
		if (!match) return undefined;
		const [start, end] = match.indices!.groups!.secret!;
		const secret = match.groups!.secret!;
		if (isChosen(secret) && !isStandIn(secret)) found.push({start, end, rule: phrases});
		return end;
	},
};
