/**
 * Cursor wraps what a person typed: `<user_query>` around the words, and before them or in messages of their own what
 * the model should know (`<user_info>`, `<git_status>`, …). This file tells the typed words from the rest.
 */
export type UserText = {
	/** undefined: nobody typed it. */
	readonly prompt?: string;
	/** When it was sent, by the `<timestamp>` in it. */
	readonly time?: string;
	/** The summary that a compaction left. */
	readonly isSummary?: boolean;
};

export function readUserText(raw: string): UserText {
	const text = raw.trim();
	if (text.startsWith('[Previous conversation summary]')) return {isSummary: true};
	const queries = innerTexts(text, 'user_query');
	const time = readTimestamp(innerTexts(text, 'timestamp')[0]);
	const prompt = queries.length > 0 ? queries.join('\n\n') : withoutWrapping(text);
	return prompt === '' ? {time} : {prompt, time};
}

// Searched by hand: a regular expression would look for the end again from every opening tag of a text that has no end.
function innerTexts(text: string, tag: string): string[] {
	const [opening, closing] = [`<${tag}>`, `</${tag}>`];
	const found: string[] = [];
	for (let from = text.indexOf(opening); from !== -1; ) {
		const start = from + opening.length;
		const end = text.indexOf(closing, start);
		found.push(text.slice(start, end === -1 ? undefined : end).trim());
		from = end === -1 ? -1 : text.indexOf(opening, end);
	}
	return found;
}

const wrapping =
	/^<([a-z]+(?:_[a-z]+)+|timestamp|rules|communication|attachment|system-reminder|user-context)(?: [^>]*)?>/;

/** Takes off the blocks a text begins with. A person's own markup is no such block: its tags are other words. */
function withoutWrapping(text: string): string {
	let rest = text;
	for (let tag = wrapping.exec(rest)?.[1]; tag !== undefined; tag = wrapping.exec(rest)?.[1]) {
		const end = rest.indexOf(`</${tag}>`);
		if (end === -1) return '';
		rest = rest.slice(end + tag.length + 3).trimStart();
	}
	return rest;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const humanTime =
	/^(?:[A-Za-z]+day, )?([A-Za-z]{3})[a-z]* (\d{1,2}), (\d{4}),? (?:at )?(\d{1,2}):(\d\d)(?::(\d\d))? ?([AP]M)? ?\((?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d\d))?)?\)$/i;

/** `Sunday, Aug 2, 2026, 3:51 AM (UTC-7)`. Without a zone it is no time, only a wish for one. */
export function readTimestamp(text: string | undefined): string | undefined {
	const match = humanTime.exec(text?.replace(/[\s\u202F]+/g, ' ').trim() ?? '');
	if (!match) return undefined;
	const [, month, day, year, hour, minute, second, half, sign, zoneHours, zoneMinutes] = match;
	const at = months.indexOf(month!.toLowerCase());
	if (at === -1) return undefined;
	const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hour);
	const zone = (sign === '-' ? -1 : 1) * (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0));
	const time = Date.UTC(Number(year), at, Number(day), hours, Number(minute) - zone, Number(second ?? 0));
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
