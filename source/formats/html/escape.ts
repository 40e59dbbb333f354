import {visible} from '../../text/visible.ts';

const names: Readonly<Record<string, string>> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};

/** Text between tags or in quotes of an attribute: nothing of it is markup, and nothing of it is invisible. */
export function escapeHtml(text: string): string {
	return visible(text).replace(/[&<>"']/g, character => names[character]!);
}
