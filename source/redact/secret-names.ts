import {isChosen, isPin, isTyped} from './chosen-passwords.ts';
import {isStandIn} from './placeholder.ts';
import {isJumbled, isRandom} from './randomness.ts';

/** Names under which people choose what they type; a machine rolls what is under the others. */
export const passwordWords = [
	'password',
	'passwd',
	'passphrase',
	'passwort',
	'mot de passe',
	'contraseña',
	'senha',
	'pwd',
	'_pass',
	'storepass',
	'keypass',
	'requirepass',
	'bindpw',
] as const;

const keyWords = [
	'api',
	'access',
	'auth',
	'account',
	'private',
	'encryption',
	'signing',
	'master',
	'service',
	'role',
	'preshared',
	'subscription',
];

export const secretWords = [
	'secret',
	'token',
	'credential',
	// A UUID is one under these, and none under `token` alone.
	'auth_token',
	'auth-token',
	'authtoken',
	...keyWords.flatMap(word => ['_', '-', '', ' '].map(between => `${word}${between}key`)),
] as const;

/** What is no secret although its name begins like one: `token_type`, `secretName`, `passwordField`. */
const harmlessEnds = (
	'id ids name names count counts limit length type types file files path dir folder url uri endpoint host hash sha1 ' +
	'sha256 sha512 digest checksum version expiry expires expired expiration ttl field input label placeholder policy prefix ' +
	'suffix regex pattern manager provider service arn usage used budget window kind source class error message hint status ' +
	'index position size at ref enabled required algorithm format param stdin'
).split(' ');

/** … or ends like one: `next_token`, `max_tokens`, `public_key`. A password is one whatever it begins with. */
const harmlessBeginning =
	/(?:^|[^a-z])(?:next|page|nextpage|continuation|cancel|cancellation|sync|cursor|start|public|publishable|max|min|num|total|output|prompt|completion|special|eos|bos|pad|stop|design|lexer|syntax|sort|foreign|partition|gpg|pgp)[_-]?$/i;

/** `nextPageToken`: a word of its own by its capital. */
const harmlessHump =
	/[a-z\d](?:Next|Page|Continuation|Cancel|Cancellation|Sync|Cursor|Start|Public|Publishable|Max|Min|Num|Total|Output|Prompt|Completion|Special|Eos|Bos|Pad|Stop|Design|Lexer|Syntax|Sort|Foreign|Partition)$/;

/** A name of what is kept, not of what lets somebody in. */
const cacheKey = /(?:^|[^a-z])cached?$/i;

export function isHarmlessName(before: string, keyword: string, after: string): boolean {
	const lower = after.toLowerCase();
	if (lower.startsWith('ize') || harmlessEnds.some(end => lower.endsWith(end))) return true;
	if ((passwordWords as readonly string[]).includes(keyword)) return false;
	if (keyword === '_key' && cacheKey.test(before)) return true;
	return harmlessBeginning.test(before) || harmlessHump.test(before);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Ids of messages and calls, and sums over files: long and random, and nobody gets in with them. */
const publicForm =
	/^(?:(?:toolu|msg|req|call|chatcmpl|resp|run|thread|item|fc|rs|ws|ses|prt|pk)_|sha(?:1|256|384|512)[-:]|md5[-:]|pk-|phc_|ssh-(?:rsa|ed25519)|ecdsa-|age1|0x[\dA-Fa-f]{40}$)/;

const codeWord = /^(?:[a-z]+:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\|process\.|self\.|this\.|os\.|env\.|import\.)/;

/** How a value stands: between quotes, as a setting of a program or a file, or somewhere in code or prose. */
export type Standing = 'quoted' | 'setting' | 'bare';

/** Whether the value under a name is a secret. The name was found to be one that secrets have. */
export function isSecretUnder(isPassword: boolean, word: string, value: string, standing: Standing): boolean {
	// Asked first, because nearly every word fails at it.
	if (value.length > 4096 || (!isPassword && !isRandom(value, 12) && !uuid.test(value))) return false;
	if (/\s/.test(value) || isStandIn(value) || publicForm.test(value)) return false;
	if (uuid.test(value)) return isPassword || !/^token/i.test(word);
	if (codeWord.test(value) && !/^\/?[A-Za-z\d+/]{39,}={0,2}$/.test(value)) return false;
	if (isPassword) return isPasswordUnder(word, value, standing);
	if (standing === 'bare' && !/^[\w+/=.~%:!@#^*?-]+$/.test(value)) return false;
	return (
		isRandom(value, 16) ||
		(standing !== 'bare' && /^secret/i.test(word) && value.length >= 12 && isChosen(value) && isRandom(value, 12))
	);
}

function isPasswordUnder(word: string, value: string, standing: Standing): boolean {
	if (isRandom(value, 12)) return true;
	if (standing === 'bare') return isTyped(value);
	// Under `password_timeout` and the like a number is a number.
	return (
		isChosen(value) ||
		isJumbled(value) ||
		(isPin(value) && (passwordWords as readonly string[]).includes(word.toLowerCase()))
	);
}
