import type {TokenRule} from '../rule.ts';

/** Of payments and shops. */
export const moneyTokens: readonly TokenRule[] = [
	{
		id: 'stripe-key',
		name: 'Stripe key',
		keywords: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
		pattern: /[sr]k_(?:live|test)_[A-Za-z\d]{16,250}/y,
	},
	{
		id: 'stripe-webhook-secret',
		name: 'Stripe webhook secret',
		keywords: ['whsec_'],
		pattern: /whsec_[A-Za-z\d+/]{24,100}={0,2}/y,
	},
	{
		id: 'shopify-token',
		name: 'Shopify token',
		keywords: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
		pattern: /shp(?:at|ca|pa|ss)_[\da-fA-F]{32}/y,
	},
	{id: 'square-token', name: 'Square token', keywords: ['sq0atp-', 'sq0csp-'], pattern: /sq0[ac][ts]p-[\w-]{22,43}/y},
	{id: 'square-token', name: 'Square token', keywords: ['EAAA'], pattern: /EAAA[\w-]{60}(?![\w-])/y},
	{id: 'facebook-token', name: 'Facebook token', keywords: ['EAA'], pattern: /EAA[A-Z][A-Za-z\d]{90,400}(?![\w+/=-])/y},
	{
		id: 'plaid-token',
		name: 'Plaid token',
		keywords: ['access-sandbox-', 'access-development-', 'access-production-'],
		pattern: /access-[a-z]{7,11}-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/y,
	},
];
