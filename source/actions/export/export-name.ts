import type {Session} from '../../model/session.ts';
import {isoDay} from '../../text/times.ts';

const mostLetters = 48;

/** `2026-11-15-claude-fix-reconnect-backoff-6f2a1c3d`: sorts by day, says what it is, and is a name on every disk. */
export function exportName(session: Session): string {
	const day = session.startedAt ?? session.endedAt;
	const parts = [
		day === undefined ? undefined : isoDay(day),
		session.agent,
		slugOf(session.title ?? ''),
		shortId(session.id),
	];
	return parts
		.map(part => slugOf(part ?? ''))
		.filter(part => part !== '')
		.join('-');
}

/** Letters and digits of any script, and nothing that a shell or a file system has plans for. */
export function slugOf(text: string): string {
	const words = text
		.normalize('NFKC')
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter(Boolean);
	let slug = '';
	for (const word of words) {
		const longer = slug === '' ? word : `${slug}-${word}`;
		if ([...longer].length > mostLetters) break;
		slug = longer;
	}
	return slug === '' ? [...(words[0] ?? '')].slice(0, mostLetters).join('') : slug;
}

/** Enough of an id to tell one session from another; of ids that begin alike (`ses_`, `agent-`) what comes after that. */
function shortId(id: string): string {
	const bare = id.replace(/^(?:ses_|agent-|session-|rollout-)/, '').replace(/[^\p{L}\p{N}]/gu, '');
	// Ids of one hour begin alike where they begin with the time: the end tells them apart.
	return bare.length <= 12 ? bare : bare.slice(0, 4) + bare.slice(-4);
}
