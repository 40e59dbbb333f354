import type {TokenRule} from '../rule.ts';

const digits = Array.from({length: 10}, (_, digit) => `${digit}`);

/** Of clouds, hosting and vaults. */
export const cloudTokens: readonly TokenRule[] = [
	{
		id: 'aws-access-key',
		name: 'AWS access key',
		keywords: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
		pattern: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}(?![\w+/=])/y,
	},
	{
		id: 'aws-secret-key',
		name: 'AWS secret key',
		keywords: ['AKIA', 'ASIA'],
		pattern: /A(?:KIA|SIA)[A-Z2-7]{16}["'\s,:;|\\]{1,6}(?<secret>[A-Za-z\d+/]{40})(?![\w+/=])/dy,
		entropy: 3.8,
	},
	{
		id: 'aws-secret-key',
		name: 'AWS secret key',
		keywords: ['secret_access_key', 'secretaccesskey', 'secret access key', 'aws_secret_key'],
		isCaseless: true,
		pattern:
			/[A-Za-z_ ]{14,17}[\\"'\]]{0,6}[ \t]{0,4}[:=][>]?[ \t]{0,4}[\\"']{0,6}(?<secret>[A-Za-z\d+/]{40})(?![\w+/=])/dy,
		entropy: 3.8,
	},
	{id: 'aws-bedrock-key', name: 'AWS Bedrock key', keywords: ['ABSK'], pattern: /ABSK[A-Za-z\d+/]{100,200}={0,2}/y},
	{
		id: 'azure-storage-key',
		name: 'Azure storage key',
		keywords: ['accountkey=', 'sharedaccesskey='],
		isCaseless: true,
		pattern: /[A-Za-z]{10,15}=(?<secret>[A-Za-z\d+/]{42,87}={1,2})/dy,
	},
	{
		id: 'azure-sas',
		name: 'Azure shared access signature',
		keywords: ['?sig=', '&sig=', ';sig=', 'p;sig='],
		pattern: /[?&;p]{1,2};?sig=(?<secret>[A-Za-z\d%+/]{40,100}={0,2})/dy,
	},
	{
		id: 'azure-client-secret',
		name: 'Azure client secret',
		keywords: digits.map(digit => `${digit}Q~`),
		pattern: /(?<=(?<![\w~.-])(?<head>[\w~.]{3}))\dQ~[\w~.-]{31,34}/y,
	},
	{
		id: 'azure-devops-token',
		name: 'Azure DevOps token',
		keywords: ['AZDO'],
		pattern: /(?<=(?<!\w)(?<head>[A-Za-z\d]{76}))AZDO[A-Za-z\d]{4}(?!\w)/y,
	},
	{
		id: 'azure-function-key',
		name: 'Azure function key',
		keywords: ['AzFu'],
		pattern: /(?<=(?<!\w)(?<head>[\w-]{44}))AzFu[\w-]{4,8}={0,2}/y,
	},
	{
		id: 'digitalocean-token',
		name: 'DigitalOcean token',
		keywords: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
		pattern: /do[opr]_v1_[\da-f]{64}/y,
	},
	{id: 'cloudflare-key', name: 'Cloudflare key', keywords: ['v1.0-'], pattern: /v1\.0-[\da-f]{24}-[\da-f]{146}/y},
	{
		id: 'cloudflare-key',
		name: 'Cloudflare key',
		keywords: ['cfut_', 'cfat_', 'cfk_'],
		pattern: /cf(?:ut|at|k)_[A-Za-z\d]{40,60}/y,
	},
	{
		id: 'vercel-token',
		name: 'Vercel token',
		keywords: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'],
		pattern: /vc[piark]_[A-Za-z\d]{24,100}/y,
	},
	{
		id: 'vercel-token',
		name: 'Vercel token',
		keywords: ['vercel_blob_rw_'],
		pattern: /vercel_blob_rw_[A-Za-z\d]{10,30}_[A-Za-z\d]{20,60}/y,
	},
	{id: 'netlify-token', name: 'Netlify token', keywords: ['nfp_'], pattern: /nfp_[A-Za-z\d]{36,48}/y},
	{id: 'heroku-key', name: 'Heroku key', keywords: ['HRKU-'], pattern: /HRKU-[\w-]{36,70}/y},
	{id: 'fly-token', name: 'Fly.io token', keywords: ['fo1_'], pattern: /fo1_[\w-]{43}/y},
	{id: 'fly-token', name: 'Fly.io token', keywords: ['FlyV1 fm'], pattern: /FlyV1 fm\d[a-z]?_[\w+/=,-]{60,2000}/y},
	{id: 'render-key', name: 'Render key', keywords: ['rnd_'], pattern: /rnd_[A-Za-z\d]{28,40}(?!\w)/y},
	{id: 'alibaba-key', name: 'Alibaba Cloud key', keywords: ['LTAI'], pattern: /LTAI[A-Za-z\d]{16,24}(?!\w)/y},
	{
		id: 'tencent-key',
		name: 'Tencent Cloud key',
		keywords: ['AKID'],
		pattern: /AKID[A-Za-z\d]{32}(?!\w)/y,
		entropy: 3.5,
	},
	{
		id: 'terraform-token',
		name: 'Terraform token',
		keywords: ['.atlasv1.'],
		pattern: /(?<=(?<!\w)(?<head>[A-Za-z\d]{14}))\.atlasv1\.[\w-]{60,80}/y,
	},
	{id: 'pulumi-token', name: 'Pulumi token', keywords: ['pul-'], pattern: /pul-[\da-f]{40}(?!\w)/y},
	{
		id: 'tailscale-key',
		name: 'Tailscale key',
		keywords: ['tskey-'],
		pattern: /tskey-[a-z]{2,12}-[A-Za-z\d]{8,30}-[A-Za-z\d]{16,60}/y,
	},
	{id: 'databricks-token', name: 'Databricks token', keywords: ['dapi'], pattern: /dapi[\da-f]{32}(?:-\d)?(?!\w)/y},
	{
		id: 'doppler-token',
		name: 'Doppler token',
		keywords: ['dp.'],
		pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z\d_-]{2,35}\.)?[A-Za-z\d]{40,44}(?!\w)/y,
	},
	{id: 'vault-token', name: 'Vault token', keywords: ['hvs.', 'hvb.', 'hvr.'], pattern: /hv[sbr]\.[\w-]{24,300}/y},
	// Its older form, where something says that it is one.
	{
		id: 'vault-token',
		name: 'Vault token',
		keywords: ['vault login ', 'token  ', 'token\t'],
		pattern: /(?:vault login |token[ \t]{1,24})(?<secret>s\.[A-Za-z\d]{24})(?![\w.-])/dy,
		entropy: 3.5,
	},
	{
		id: 'age-key',
		name: 'age key',
		keywords: ['AGE-SECRET-KEY-1', 'AGE-PLUGIN-'],
		pattern: /AGE-(?:SECRET-KEY|PLUGIN-[A-Z\d]{1,20})-1?[\dA-Z]{40,80}/y,
	},
	{id: '1password-key', name: '1Password key', keywords: ['ops_eyJ'], pattern: /ops_eyJ[\w+/-]{100,2000}={0,2}/y},
	{
		id: '1password-key',
		name: '1Password key',
		keywords: ['A3-'],
		pattern: /A3-[A-Z\d]{6}-(?:[A-Z\d]{11}|[A-Z\d]{6}-[A-Z\d]{5})(?:-[A-Z\d]{5}){3}(?!\w)/y,
	},
	{id: 'scalingo-token', name: 'Scalingo token', keywords: ['tk-us-'], pattern: /tk-us-[\w-]{48}/y},
	{id: 'yandex-key', name: 'Yandex Cloud key', keywords: ['AQVN'], pattern: /AQVN[\w-]{35,38}(?![\w-])/y},
];
