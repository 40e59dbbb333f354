import type {TokenRule} from '../rule.ts';

/** A Discord bot token begins with the digits of a number in base64: the first three characters of each that can be. */
const encodedDigits = Array.from({length: 90}, (_, index) =>
	Buffer.from(`${index + 10}0`)
		.toString('base64')
		.slice(0, 3),
);

/** Of messengers and mail. */
export const messageTokens: readonly TokenRule[] = [
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
		id: 'mailgun-key',
		name: 'Mailgun key',
		// Its name, without the letters that many words begin with.
		keywords: ['lgun'],
		isCaseless: true,
		pattern: /lgun[^\r\n]{0,100}?(?<![\w-])(?<secret>[\da-f]{32}-[\da-f]{8}-[\da-f]{8})(?![\w-])/diy,
	},
	{
		id: 'mailgun-key',
		name: 'Mailgun key',
		keywords: ['api:'],
		pattern: /api:(?<secret>[\da-f]{32}-[\da-f]{8}-[\da-f]{8})(?![\w-])/dy,
	},
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
];
