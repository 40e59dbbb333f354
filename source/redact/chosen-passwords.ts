/** Tells passwords that people choose from names, words and versions. */
import {sorts, wordShare} from './randomness.ts';

/** Names that have digits of their own: `sha256`, `Uint8Array`, `oauth2`, `scram-sha-256`. */
const technical =
	/(?<![A-Za-z])(?:sha|md|utf|base|aes|rsa|des|u?int|float|double|char|n?varchar|oauth|argon|bcrypt|pbkdf|pkcs|ipv|win|python|http|blake|crc|iso|ntlm|tls|ssl|ed|ec|rc|[bikpsuvx])[-_]?\d{1,5}(?!\d)/gi;

/** … but not `S3cret`, which a small letter goes on. */
function withoutTechnical(value: string): string {
	return value.replace(technical, (match, at: number) => (/[a-z]/.test(value[at + match.length] ?? '') ? match : ''));
}

const known = /^(?:pass(?:word|wd)?|secret|admin|test|user|root)[\d!]{0,4}$/i;
const date = /^(?:19|20)\d\d-[01]\d-[0-3]\d/;
const version = /^[v^~]?\d+\.\d+(?:\.\d+)?(?:[-+.][a-z]+[.\d]*)?$/;

/** What a form must fulfil: `required|string|min:8`. */
const demands = /^[a-z_]{2,30}(?:\|[a-z_]{2,30}(?::[\w,]{1,30})?){1,10}$/;

/** What is certainly a value. Words alone are none: they are names of fields, and examples. */
export function isChosen(value: string): boolean {
	if (value.length < 6 || [known, date, version, demands].some(form => form.test(value))) return false;
	const rest = withoutTechnical(value);
	const hasDigit = /\d/.test(rest) && /[A-Za-z]/.test(value);
	const hasSign = /[!@#$%^&*?+~=]/.test(value) && sorts(value) >= 2;
	const isPhrase = /^[a-z]{3,}(?:[-_.][a-z]{3,}){3,}$/.test(value);
	return hasDigit || hasSign || isPhrase;
}

/** `pw1`, `newPassword2`: what people call variables, parts of an expression and fields. */
const name = /^[A-Za-z]*\d{0,3}$/;

/** What parts names in an expression, and words in a name. */
const operators = /[-_.:$+*=&%~?]+|->/;

/** What may be a value, or code that gives one: taken only where nobody would call a variable so. */
export function isTyped(value: string): boolean {
	const inner = value.replace(/^[^A-Za-z\d]{1,8}/, '').replace(/[!?.:*]{1,8}$/, '');
	if (inner.length < 8 || /[/\\(){}[\]]/.test(value) || !isChosen(inner)) return false;
	const rest = withoutTechnical(inner);
	if (!/\d/.test(rest) || !/[A-Za-z]/.test(rest)) return false;
	if (/[!@#^]/.test(inner) && !inner.includes('!=')) return true;
	if (/^[A-Za-z]{4,}\d{4,8}$/.test(inner)) return true;
	if (rest.split(operators).every(part => name.test(part)) || wordShare(rest) >= 0.45) return false;
	return (rest.match(/\d+/g) ?? []).length >= 2 || sorts(rest) >= 3;
}

/** A number that somebody types in. Counting up or down is an example. */
export function isPin(value: string): boolean {
	return /^\d{6,20}$/.test(value) && !'01234567890'.includes(value) && !'9876543210'.includes(value);
}
