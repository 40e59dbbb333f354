import type {TokenRule} from './rule.ts';

/** A Discord bot token begins with the digits of a number in base64: the first three characters of each that can be. */
const encodedDigits = Array.from({length: 90}, (_, index) =>
	Buffer.from(`${index + 10}0`)
		.toString('base64')
		.slice(0, 3),
);

const digits = Array.from({length: 10}, (_, digit) => `${digit}`);

/**
 * Keys and tokens whose form says what they are, by vendor. Add a line to add one; `test/redact/rules.test.ts` tries every
 * pattern for backtracking. Lengths are at least, not exactly, where a vendor changed them before.
 */
export const tokenRules: readonly TokenRule[] = [
	// Models
	{
		id: 'anthropic-key',
		name: 'Anthropic key',
		keywords: ['sk-ant-'],
		pattern: /sk-ant-(?:[a-z]{2,8}\d\d-)?[\w-]{32,200}/y,
	},
	{
		id: 'openai-key',
		name: 'OpenAI key',
		keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
		pattern: /sk-[A-Za-z]{4,7}-[\w-]{40,250}/y,
	},
	{id: 'openrouter-key', name: 'OpenRouter key', keywords: ['sk-or-'], pattern: /sk-or-(?:v\d-)?[\da-f]{40,64}/y},
	{id: 'langfuse-key', name: 'Langfuse key', keywords: ['sk-lf-'], pattern: /sk-lf-[\da-f-]{36}/y},
	// OpenAI's older ones, DeepSeek, Moonshot, Qwen, LiteLLM.
	{id: 'model-key', name: 'model provider key', keywords: ['sk-'], pattern: /sk-[A-Za-z\d]{32,64}(?![\w-])/y},
	{
		id: 'google-key',
		name: 'Google API key',
		keywords: ['AIza'],
		pattern: /AIza[\w-]{35}(?![\w-])/y,
	},
	{id: 'google-key', name: 'Google API key', keywords: ['AQ.Ab'], pattern: /AQ\.Ab[\w-]{40,100}/y},
	{id: 'google-token', name: 'Google OAuth token', keywords: ['ya29.'], pattern: /ya29\.[\w-]{20,500}/y},
	{id: 'google-token', name: 'Google OAuth token', keywords: ['1//0'], pattern: /1\/\/0[\w-]{35,200}/y},
	{id: 'google-client-secret', name: 'Google client secret', keywords: ['GOCSPX-'], pattern: /GOCSPX-[\w-]{24,40}/y},
	{id: 'huggingface-token', name: 'Hugging Face token', keywords: ['hf_'], pattern: /hf_[A-Za-z\d]{30,60}/y},
	{id: 'huggingface-token', name: 'Hugging Face token', keywords: ['api_org_'], pattern: /api_org_[A-Za-z\d]{30,60}/y},
	{id: 'groq-key', name: 'Groq key', keywords: ['gsk_'], pattern: /gsk_[A-Za-z\d]{40,64}/y},
	{id: 'xai-key', name: 'xAI key', keywords: ['xai-'], pattern: /xai-[A-Za-z\d]{64,100}/y},
	{id: 'perplexity-key', name: 'Perplexity key', keywords: ['pplx-'], pattern: /pplx-[A-Za-z\d]{40,64}/y},
	{id: 'replicate-token', name: 'Replicate token', keywords: ['r8_'], pattern: /r8_[A-Za-z\d]{37,40}/y},
	{id: 'cerebras-key', name: 'Cerebras key', keywords: ['csk-'], pattern: /csk-[a-z\d]{40,64}/y},
	{
		id: 'fireworks-key',
		name: 'Fireworks key',
		keywords: ['fw_'],
		pattern: /fw_[A-Za-z\d]{22,40}(?![\w-])/y,
		entropy: 3.5,
	},
	{id: 'nvidia-key', name: 'NVIDIA key', keywords: ['nvapi-'], pattern: /nvapi-[\w-]{50,100}/y},
	{id: 'elevenlabs-key', name: 'ElevenLabs key', keywords: ['sk_'], pattern: /sk_[\da-f]{48}(?!\w)/y},
	{id: 'langsmith-key', name: 'LangSmith key', keywords: ['lsv2_'], pattern: /lsv2_(?:pt|sk)_[\da-f]{32}_[\da-f]{10}/y},
	{id: 'tavily-key', name: 'Tavily key', keywords: ['tvly-'], pattern: /tvly-[\w-]{20,64}/y},
	{id: 'firecrawl-key', name: 'Firecrawl key', keywords: ['fc-'], pattern: /fc-[\da-f]{32}(?![\w-])/y},
	{id: 'pinecone-key', name: 'Pinecone key', keywords: ['pcsk_'], pattern: /pcsk_\w{50,100}/y},
	{id: 'cursor-key', name: 'Cursor key', keywords: ['crsr_', 'key_'], pattern: /(?:crsr|key)_[\da-f]{64}(?!\w)/y},

	// Code, packages, builds
	{
		id: 'github-token',
		name: 'GitHub token',
		keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
		pattern: /gh[pousr]_[A-Za-z\d]{36,255}/y,
	},
	{
		id: 'github-token',
		name: 'GitHub token',
		keywords: ['github_pat_'],
		pattern: /github_pat_[A-Za-z\d]{22}_[A-Za-z\d]{59}/y,
	},
	{
		id: 'gitlab-token',
		name: 'GitLab token',
		keywords: [
			'glpat-',
			'gldt-',
			'glrt-',
			'glft-',
			'glsoat-',
			'glcbt-',
			'glptt-',
			'glagent-',
			'gloas-',
			'glimt-',
			'glffct-',
		],
		pattern: /gl[a-z]{2,6}-[\w-]{20,100}(?:\.\d\d\.[a-z\d]{9})?/y,
	},
	{id: 'gitlab-token', name: 'GitLab token', keywords: ['GR1348941'], pattern: /GR1348941[\w-]{20,40}/y},
	{id: 'npm-token', name: 'npm token', keywords: ['npm_'], pattern: /npm_[A-Za-z\d]{36}(?!\w)/y},
	{
		id: 'npm-token',
		name: 'npm token',
		keywords: ['_authToken=', '_auth=', '_password='],
		pattern: /_(?:authToken|auth|password)=["']?(?<secret>[\w+/=.-]{16,400})/dy,
	},
	{id: 'pypi-token', name: 'PyPI token', keywords: ['pypi-AgE'], pattern: /pypi-AgE[\w-]{50,300}/y},
	{id: 'rubygems-key', name: 'RubyGems key', keywords: ['rubygems_'], pattern: /rubygems_[\da-f]{48}/y},
	{id: 'cargo-token', name: 'crates.io token', keywords: ['cio'], pattern: /cio[A-Za-z\d]{32}(?!\w)/y, entropy: 3.5},
	{id: 'nuget-key', name: 'NuGet key', keywords: ['oy2'], pattern: /oy2[a-z\d]{43}(?!\w)/y},
	{
		id: 'docker-token',
		name: 'Docker token',
		keywords: ['dckr_pat_', 'dckr_oat_'],
		pattern: /dckr_[po]at_[\w-]{27,40}/y,
	},
	{
		id: 'circleci-token',
		name: 'CircleCI token',
		keywords: ['CCIPAT_', 'CCIPRJ_'],
		pattern: /CCIP(?:AT|RJ)_[A-Za-z\d]{20,24}_[\da-f]{40}/y,
	},
	{id: 'buildkite-token', name: 'Buildkite token', keywords: ['bkua_'], pattern: /bkua_[\da-f]{40}/y},
	{id: 'sonar-token', name: 'Sonar token', keywords: ['sqa_', 'sqp_', 'squ_'], pattern: /sq[apu]_[\da-f]{40}(?!\w)/y},
	{id: 'bitbucket-token', name: 'Bitbucket token', keywords: ['ATBB'], pattern: /ATBB[A-Za-z\d]{32}(?!\w)/y},
	{
		id: 'atlassian-token',
		name: 'Atlassian token',
		keywords: ['ATATT3', 'ATCTT3'],
		pattern: /AT[AC]TT3[\w=-]{100,250}/y,
	},
	{id: 'postman-key', name: 'Postman key', keywords: ['PMAK-'], pattern: /PMAK-[\da-f]{24}-[\da-f]{34}/y},

	// Clouds and hosting
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

	// Databases
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

	// Messages and mail
	{
		id: 'slack-token',
		name: 'Slack token',
		keywords: ['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxe.'],
		pattern: /xox[a-eopr-s](?:\.xox[bp])?-[\w%-]{20,300}/y,
	},
	{
		id: 'slack-token',
		name: 'Slack token',
		keywords: ['xapp-'],
		pattern: /xapp-\d-[A-Z\d]{8,14}-\d{8,16}-[\da-f]{40,80}/y,
	},
	{
		id: 'slack-webhook',
		name: 'Slack webhook',
		keywords: ['hooks.slack.com/'],
		pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Z][\w/-]{30,120})/dy,
	},
	{
		id: 'discord-webhook',
		name: 'Discord webhook',
		keywords: ['/api/webhooks/'],
		pattern: /\/api\/webhooks\/(?<secret>\d{16,20}\/[\w-]{60,80})/dy,
	},
	{
		id: 'discord-token',
		name: 'Discord token',
		keywords: encodedDigits,
		pattern: /[MNO][A-Za-z\d]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/y,
	},
	{
		id: 'teams-webhook',
		name: 'Teams webhook',
		keywords: ['webhook.office.com/'],
		pattern: /webhook\.office\.com\/webhookb2\/(?<secret>[\w@/-]{60,250})/dy,
	},
	{
		id: 'telegram-token',
		name: 'Telegram bot token',
		keywords: [':AA'],
		pattern: /(?<=(?<!\d)(?<head>\d{8,10})):AA[\w-]{33}(?![\w-])/y,
	},
	{
		id: 'twilio-key',
		name: 'Twilio key',
		keywords: ['SK'].flatMap(key => [...'0123456789abcdef'].map(digit => key + digit)),
		pattern: /SK[\da-f]{32}(?!\w)/y,
	},
	{id: 'sendgrid-key', name: 'SendGrid key', keywords: ['SG.'], pattern: /SG\.[\w-]{16,32}\.[\w-]{32,64}/y},
	{id: 'mailgun-key', name: 'Mailgun key', keywords: ['key-'], pattern: /key-[\da-f]{32}(?![\w-])/y},
	{
		id: 'mailchimp-key',
		name: 'Mailchimp key',
		keywords: ['-us'],
		pattern: /(?<=(?<!\w)(?<head>[\da-f]{32}))-us\d{1,2}(?!\w)/y,
	},
	{
		id: 'brevo-key',
		name: 'Brevo key',
		keywords: ['xkeysib-', 'xsmtpsib-'],
		pattern: /x(?:key|smtp)sib-[\da-f]{64}-[A-Za-z\d]{16}/y,
	},
	{
		id: 'resend-key',
		name: 'Resend key',
		keywords: ['re_'],
		pattern: /re_[A-Za-z\d]{8}_[A-Za-z\d]{24}(?!\w)/y,
		entropy: 3.8,
	},

	// Money and shops
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

	// Watching and working
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
		id: 'jwt',
		name: 'JSON Web Token',
		keywords: ['eyJ'],
		pattern: /(?<!-)eyJ[\w-]{8,4000}\.(?:eyJ[\w-]{4,8000}\.[\w-]{16,1400}|[\w-]{0,1000}(?:\.[\w-]{10,8000}){3})/y,
	},
	{
		id: 'password-hash',
		name: 'password hash',
		keywords: ['$2a$', '$2b$', '$2y$', '$6$', '$argon2'],
		pattern:
			/\$(?:2[aby]\$\d\d\$[A-Za-z\d./]{53}|6\$(?:rounds=\d{1,9}\$)?[A-Za-z\d./]{1,16}\$[A-Za-z\d./]{86}|argon2i?d?\$v=\d+\$[a-z\d=,]{5,40}\$[A-Za-z\d+/]{11,90}\$[A-Za-z\d+/]{20,90})/y,
	},
];
