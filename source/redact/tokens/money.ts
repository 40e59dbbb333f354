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
	{
		id: 'razorpay-key',
		name: 'Razorpay key',
		keywords: ['rzp_live_', 'rzp_test_'],
		pattern: /rzp_(?:live|test)_[A-Za-z\d]{14,24}/y,
	},
	{id: 'easypost-key', name: 'EasyPost key', keywords: ['EZAK', 'EZTK'], pattern: /EZ[AT]K[A-Za-z\d]{54}(?!\w)/y},
	{
		id: 'duffel-token',
		name: 'Duffel token',
		keywords: ['duffel_live_', 'duffel_test_'],
		pattern: /duffel_(?:live|test)_[\w-]{43}/y,
	},
	{
		id: 'shippo-token',
		name: 'Shippo token',
		keywords: ['shippo_live_', 'shippo_test_'],
		pattern: /shippo_(?:live|test)_[\da-f]{40}/y,
	},
	{
		id: 'flutterwave-key',
		name: 'Flutterwave key',
		keywords: ['FLWSECK'],
		pattern: /FLWSECK(?:_TEST)?-[\da-f]{12,40}-X/y,
	},
	{
		id: 'paddle-key',
		name: 'Paddle key',
		keywords: ['pdl_live_apikey_', 'pdl_sdbx_apikey_'],
		pattern: /pdl_(?:live|sdbx)_apikey_[a-z\d]{26}_[A-Za-z\d]{22}_[A-Za-z\d]{3}/y,
	},
	{id: 'polar-token', name: 'Polar token', keywords: ['polar_oat_', 'polar_pat_'], pattern: /polar_[op]at_\w{32,60}/y},
];
