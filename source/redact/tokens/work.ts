import type {TokenRule} from '../rule.ts';

/** Of what people watch machines and plan work with. */
export const workTokens: readonly TokenRule[] = [
	{
		id: 'datadog-key',
		name: 'Datadog key',
		keywords: ['dd_api_key', 'dd_app_key', 'dd-api-key', 'dd-application-key', 'datadog_api_key', 'datadog_app_key'],
		isCaseless: true,
		pattern:
			/[A-Za-z_-]{10,18}[\\"'\]]{0,6}[ \t]{0,4}[:=]>?[ \t]{0,4}[\\"']{0,6}(?<secret>[\da-f]{40}|[\da-f]{32})(?!\w)/dy,
	},
	{id: 'sentry-token', name: 'Sentry token', keywords: ['sntrys_', 'sntryu_'], pattern: /sntry[su]_[\w+/=-]{60,400}/y},
	{
		id: 'sentry-dsn',
		name: 'Sentry DSN',
		keywords: ['https://', 'http://'],
		pattern: /https?:\/\/(?<secret>[\da-f]{32}(?::[\da-f]{32})?)@[\w.-]{4,100}(?::\d{2,5})?\/\d/dy,
	},
	{id: 'grafana-token', name: 'Grafana token', keywords: ['glsa_'], pattern: /glsa_[A-Za-z\d]{32}_[\da-fA-F]{8}/y},
	{id: 'grafana-token', name: 'Grafana token', keywords: ['glc_'], pattern: /glc_[A-Za-z\d+/]{32,400}={0,2}/y},
	{id: 'newrelic-key', name: 'New Relic key', keywords: ['NRAK-'], pattern: /NRAK-[A-Z\d]{27}/y},
	{
		id: 'dynatrace-token',
		name: 'Dynatrace token',
		keywords: ['dt0c01.', 'dt0s16.'],
		pattern: /dt0[a-z]\d\d\.[A-Z\d]{24}\.[A-Z\d]{64}/y,
	},
	{id: 'posthog-key', name: 'PostHog key', keywords: ['phx_'], pattern: /phx_\w{40,60}/y},
	{
		id: 'linear-key',
		name: 'Linear key',
		keywords: ['lin_api_', 'lin_oauth_'],
		pattern: /lin_(?:api|oauth)_[A-Za-z\d]{32,64}/y,
	},
	{id: 'notion-token', name: 'Notion token', keywords: ['ntn_'], pattern: /ntn_[A-Za-z\d]{40,50}/y},
	{
		id: 'notion-token',
		name: 'Notion token',
		keywords: ['secret_'],
		pattern: /secret_[A-Za-z\d]{43}(?!\w)/y,
		entropy: 4,
	},
	{id: 'figma-token', name: 'Figma token', keywords: ['figd_'], pattern: /figd_[\w-]{36,60}/y},
	{id: 'dropbox-token', name: 'Dropbox token', keywords: ['sl.'], pattern: /sl\.(?:u\.)?[\w-]{120,2000}/y},
	{
		id: 'mapbox-token',
		name: 'Mapbox secret token',
		keywords: ['sk.eyJ'],
		pattern: /sk\.eyJ[\w-]{50,200}\.[\w-]{20,40}/y,
	},
	{
		id: 'hubspot-token',
		name: 'HubSpot token',
		keywords: ['pat-na', 'pat-eu', 'pat-ap'],
		pattern: /pat-(?:na|eu|ap)\d-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/y,
	},
	{id: 'typeform-token', name: 'Typeform token', keywords: ['tfp_'], pattern: /tfp_[\w.-]{40,70}/y},
	{id: 'frameio-token', name: 'Frame.io token', keywords: ['fio-u-'], pattern: /fio-u-[\w-]{64}/y},
	{
		id: 'honeycomb-key',
		name: 'Honeycomb key',
		keywords: ['hcaik_', 'hcamk_', 'hcxik_', 'hcxmk_'],
		pattern: /hc[a-z][im]k_[a-z\d]{50,70}/y,
	},
	{id: 'adafruit-key', name: 'Adafruit IO key', keywords: ['aio_'], pattern: /aio_[A-Za-z\d]{28}(?!\w)/y, entropy: 3.5},
	{
		id: 'axiom-token',
		name: 'Axiom token',
		keywords: ['xaat-', 'xapt-'],
		pattern: /xa[ap]t-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/y,
	},
	{
		id: 'launchdarkly-key',
		name: 'LaunchDarkly key',
		keywords: ['sdk-'],
		pattern: /sdk-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/y,
	},
	{id: 'clickup-token', name: 'ClickUp token', keywords: ['pk_'], pattern: /pk_\d{6,10}_[A-Z\d]{32}(?!\w)/y},
];
