/** One number for how well a session fits: exact before near, titles and prompts before outputs, new before old. */

export type Signs = {
	/** All words in one stretch of it; in different stretches counts less. */
	readonly text?: 'together' | 'apart';
	/** A person typed them. */
	readonly isInPrompt: boolean;
	/** Next to each other, in the order they were asked for. */
	readonly isExact: boolean;
	/** All words are in its title; in title, project or first prompt; or nearly so, by this much. */
	readonly title: 'title' | 'head' | 'none';
	readonly nearness: number;
};

const dayMs = 24 * 60 * 60 * 1000;
/** After so long a session's newness counts half. */
const halfLifeDays = 30;
const perDay = -Math.LN2 / halfLifeDays;

export function scoreOf(signs: Signs, endedMs: number, now: number): number {
	const text = signs.text === 'together' ? 1 : signs.text === 'apart' ? 0.4 : 0;
	// A first prompt counts little here: it is text as well, and counts as such.
	const title = signs.title === 'title' ? 2.5 : Math.max(signs.title === 'head' ? 0.5 : 0, signs.nearness * 0.6);
	const exact = signs.isExact ? 1 : 0;
	const prompt = signs.isInPrompt ? 0.6 : 0;
	const newness = Math.exp((Math.max(0, now - endedMs) / dayMs) * perDay);
	return text + title + exact + prompt + newness;
}
