/**
 * Lines without a word of text in them: sums of tokens, settings, descriptions of tools, encrypted thoughts. They are
 * named by their first bytes and not parsed, which is a third of the work in files of today.
 */

const types = [
	'session_meta',
	'world_state',
	'token_usage_record',
	'security_risk_score',
	'inter_agent_communication_metadata',
];

const events = [
	'token_count',
	'task_started',
	'turn_started',
	'thread_settings_applied',
	'context_compacted',
	'turn_diff',
	'plan_update',
	'guardian_assessment',
	'item_started',
	'raw_response_item',
];

const items = ['additional_tools', 'ghost_snapshot', 'compaction', 'compaction_summary', 'context_compaction'];

const encrypted = 'reasoning",(?:"id":"[^"]*",)?"summary":\\[\\],(?:"content":null,)?"encrypted_content":';

const silent = new RegExp(
	`^\\{"timestamp":"[^"]*",(?:"ordinal":\\d+,)?"type":"(?:(?:${types.join('|')})"|` +
		`event_msg","payload":\\{"type":"(?:${events.join('|')})"|` +
		`response_item","payload":\\{"type":"(?:(?:${items.join('|')})"|${encrypted}))`,
);

/** Shorter lines are parsed as quickly as they are looked at. */
const shortest = 128;
const lookedAt = 256;

export function isSilent(bytes: Buffer): boolean {
	if (bytes.length < shortest || !silent.test(bytes.toString('latin1', 0, lookedAt))) return false;
	// A second record may be glued to it; that one must not be lost.
	return !bytes.includes('}{"');
}
