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
		keywords: ['$2a$', '$2b$', '$2y$', '$6$', '$argon2'],
		pattern:
			/\$(?:2[aby]\$\d\d\$[A-Za-z\d./]{53}|6\$(?:rounds=\d{1,9}\$)?[A-Za-z\d./]{1,16}\$[A-Za-z\d./]{86}|argon2i?d?\$v=\d+\$[a-z\d=,]{5,40}\$[A-Za-z\d+/]{11,90}\$[A-Za-z\d+/]{20,90})/y,
	},
];
