import type {TokenRule} from '../rule.ts';

/** Of databases and what is like them. */
export const databaseTokens: readonly TokenRule[] = [
	{id: 'supabase-key', name: 'Supabase key', keywords: ['sbp_'], pattern: /sbp_(?:v\d_)?[\da-f]{40}/y},
	{id: 'supabase-key', name: 'Supabase key', keywords: ['sb_secret_'], pattern: /sb_secret_[\w-]{20,60}/y},
	{id: 'neon-key', name: 'Neon key', keywords: ['napi_'], pattern: /napi_[a-z\d]{50,80}/y},
	{id: 'neon-key', name: 'Neon password', keywords: ['npg_'], pattern: /npg_[A-Za-z\d]{12,24}(?!\w)/y, entropy: 3.2},
	{
		id: 'planetscale-token',
		name: 'PlanetScale token',
		keywords: ['pscale_'],
		pattern: /pscale_(?:tkn|pw|oauth)_[\w.-]{32,64}/y,
	},
	{id: 'airtable-token', name: 'Airtable token', keywords: ['pat'], pattern: /pat[A-Za-z\d]{14}\.[\da-f]{64}/y},
	{id: 'contentful-token', name: 'Contentful token', keywords: ['CFPAT-'], pattern: /CFPAT-[\w-]{43}/y},
	{id: 'xata-key', name: 'Xata key', keywords: ['xau_'], pattern: /xau_[A-Za-z\d]{32,60}/y},
];
