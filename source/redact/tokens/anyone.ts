import type {TokenRule} from '../rule.ts';

/** Of no vendor: forms that many use. */
export const anyonesTokens: readonly TokenRule[] = [
	{
		id: 'jwt',
		name: 'JSON Web Token',
		keywords: ['eyJ', 'eyAi'],
		pattern:
			/(?<!-)ey(?:J|Ai)[\w-]{8,4000}\.(?:ey(?:J|Ai)[\w-]{4,8000}\.[\w-]{16,1400}|[\w-]{0,1000}(?:\.[\w-]{10,8000}){3})/y,
	},
	{
		id: 'password-hash',
		name: 'password hash',
		keywords: ['$2a$', '$2b$', '$2y$', '$6$', '$argon2', '$apr1$', '$y$'],
		pattern:
			/\$(?:2[aby]\$\d\d\$[A-Za-z\d./]{53}|6\$(?:rounds=\d{1,9}\$)?[A-Za-z\d./]{1,16}\$[A-Za-z\d./]{86}|apr1\$[A-Za-z\d./]{1,8}\$[A-Za-z\d./]{22}|y\$[A-Za-z\d./]{2,8}\$[A-Za-z\d./]{1,86}\$[A-Za-z\d./]{43}|argon2i?d?\$v=\d+\$[a-z\d=,]{5,40}\$[A-Za-z\d+/]{11,90}\$[A-Za-z\d+/]{20,90})/y,
	},
	{
		id: 'url-signature',
		name: 'signature of an address',
		keywords: ['X-Amz-Signature=', 'X-Goog-Signature='],
		isCaseless: true,
		pattern: /X-(?:Amz|Goog)-Signature=(?<secret>[\da-f]{64,1024})/diy,
	},
	{
		id: 'url-signature',
		name: 'signature of an address',
		keywords: ['?Signature=', '&Signature=', 'p;Signature='],
		pattern: /[?&p];?Signature=(?<secret>[\w%+/~=-]{26,700})/dy,
	},
	{
		id: 'url-key',
		name: 'key in an address',
		keywords: ['?key=', '&key='],
		// Words that a hyphen joins are the name of a page: `?key=users-by-country-2024`.
		pattern: /[?&]key=(?<secret>(?=[\w-]{0,60}\d)(?![\w-]{0,90}[a-z]{3}[-_][a-z]{3})[\w-]{24,100})(?![\w.-])/dy,
		entropy: 3.5,
	},
	{
		id: 'seed-phrase',
		name: 'seed phrase',
		keywords: ['mnemonic', 'seed_phrase', 'seed phrase', 'seedphrase', 'recovery phrase'],
		isCaseless: true,
		pattern:
			/[a-z_ ]{8,15}[\\"'\]]{0,6}[ ]{0,4}[:=][ ]{0,4}[\\"'`]{0,6}(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?=["'`\\\r\n]|$)/diy,
	},
	{
		id: 'wordpress-salt',
		name: 'WordPress key',
		keywords: ["AUTH_KEY'", "AUTH_SALT'", "LOGGED_IN_KEY'", "LOGGED_IN_SALT'", "NONCE_KEY'", "NONCE_SALT'"],
		pattern: /[A-Z_]{8,14}',[ ]{0,20}'(?<secret>[^'\r\n]{60,70})'/dy,
		entropy: 4,
	},
	{
		id: 'cookie',
		name: 'cookie',
		// A line of the file that curl and wget keep them in.
		keywords: ['\tTRUE\t', '\tFALSE\t'],
		pattern: /\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\r\n]{1,100}\t(?<secret>(?=[^\s\d]{0,60}\d)\S{16,4096})/dy,
		entropy: 3.5,
	},
	{
		id: 'signing-key',
		name: 'signing key',
		// The settings of .NET.
		keywords: ['"jwt'],
		isCaseless: true,
		pattern:
			/"jwt\w{0,20}\\{0,8}":\s{0,4}\{[^{}]{0,300}?"(?:key|signingkey)\\{0,8}":\s{0,4}\\{0,8}"(?<secret>[^\s"\\]{16,200})/diy,
		entropy: 3.5,
	},
];
