import {isStandIn} from './placeholder.ts';
import {isRandom, sorts} from './randomness.ts';

/** Names under which people choose what they type; a machine rolls what is under the others. */
export const passwordWords = ['password', 'passwd', 'passphrase', 'pwd', '_pass'] as const;

const keyWords = ['api', 'access', 'auth', 'account', 'private', 'encryption', 'signing', 'master', 'service', 'role'];

export const secretWords = [
	'secret',
	'token',
	'credential',
	...keyWords.flatMap(word => ['_', '-', '', ' '].map(between => `${word}${between}key`)),
] as const;

/** What is no secret although its name begins like one: `token_type`, `secretName`, `passwordField`. */
const harmlessEnds = (
	'id ids name names count counts limit length type types file files path dir folder url uri endpoint host hash sha1 ' +
	'sha256 sha512 digest checksum version expiry expires expired expiration ttl field input label placeholder policy prefix ' +
	'suffix regex pattern manager provider service arn usage used budget window kind source class error message hint status ' +
	'index position size at ref enabled required algorithm format param'
).split(' ');

/** … or ends like one: `next_token`, `max_tokens`, `public_key`. */
const harmlessBeginning =
	/(?:next|page|continuation|cancel|cancellation|sync|cursor|start|public|publishable|max|min|num|total|input|output|prompt|completion|cached?|read|creation|special|eos|bos|pad|stop|design|lexer|syntax|sort|primary|foreign|partition)[_-]?$/i;

export function isHarmlessName(before: string, after: string): boolean {
	const lower = after.toLowerCase();
	if (lower.startsWith('ize') || harmlessEnds.some(end => lower.endsWith(end))) return true;
	return harmlessBeginning.test(before);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Ids of messages and calls, and sums over files: long and random, and nobody gets in with them. */
const publicForm =
	/^(?:(?:toolu|msg|req|call|chatcmpl|resp|run|thread|item|fc|rs|ws|ses|prt|pk)_|sha(?:1|256|384|512)[-:]|md5[-:]|pk-|phc_|ssh-(?:rsa|ed25519)|ecdsa-|age1)/;

const codeWord = /^(?:[a-z]+:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\|process\.|self\.|this\.|os\.|env\.|import\.)/;

/** How a value stands: between quotes, as a setting of a program or a file, or somewhere in code or prose. */
export type Standing = 'quoted' | 'setting' | 'bare';

/** Whether the value under a name is a secret. The name was found to be one that secrets have. */
export function isSecretUnder(isPassword: boolean, word: string, value: string, standing: Standing): boolean {
	if (value.length > 4096 || /\s/.test(value) || isStandIn(value) || publicForm.test(value)) return false;
	if (uuid.test(value)) return isPassword || !/^token/i.test(word);
	if (codeWord.test(value) && !/^\/?[A-Za-z\d+/]{39,}={0,2}$/.test(value)) return false;
	if (isPassword) return isRandom(value, 12) || (standing !== 'bare' && isChosen(value));
	if (standing === 'bare' && !/^[\w+/=.~%:!@#^*?-]+$/.test(value)) return false;
	return (
		isRandom(value, 16) ||
		(standing !== 'bare' && /^secret/i.test(word) && value.length >= 12 && isChosen(value) && isRandom(value, 12))
	);
}

/** A password that a person thought of. Words alone are none: they are names of fields, and examples. */
function isChosen(value: string): boolean {
	if (value.length < 6 || /^(?:pass(?:word|wd)?|secret|admin|test|user|root)[\d!]{0,3}$/i.test(value)) return false;
	const hasDigit = /\d/.test(value) && /[A-Za-z]/.test(value);
	const hasSign = /[!@#$%^&*?+~=]/.test(value) && sorts(value) >= 2;
	const isPhrase = /^[a-z]{3,}(?:[-_.][a-z]{3,}){3,}$/.test(value);
	return hasDigit || hasSign || isPhrase;
}
