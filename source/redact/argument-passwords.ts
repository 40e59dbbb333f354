/** Calls whose second or third argument is a password, by their names: `mysqli_connect('db', 'root', '…')`. */
import {isTyped} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import {isRandom} from './randomness.ts';
import type {Rule} from './rule.ts';
import {secretAt} from './secret-at.ts';

const call =
	/(?:mysqli(?:_connect)?|new PDO|Sequelize|auth=|BasicAuth|\.login)\((?:[ ]?(?:\\{0,8}["'][^"'\\\n]{0,200}\\{0,8}["']|\$?[\w.]{1,60})[ ]?,){1,2}[ ]?\\{0,8}["'](?<secret>[^\s"'\\]{6,200})\\{0,8}["']/dy;

export const argumentPasswords: Rule = {
	id: 'password',
	name: 'password',
	group: 'assignment',
	keywords: ['mysqli', 'new PDO(', 'Sequelize(', 'auth=(', 'BasicAuth(', '.login('],
	find(text, at, found) {
		const argument = secretAt(call, text, at);
		if (!argument) return undefined;
		const {secret} = argument;
		if (!isStandIn(secret) && (isTyped(secret) || isRandom(secret, 12)))
			found.push({...argument, rule: argumentPasswords});
		return argument.end;
	},
};
