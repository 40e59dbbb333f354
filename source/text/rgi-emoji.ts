/**
 * Whether a cluster is an emoji as Unicode recommends them: what `/^\p{RGI_Emoji}$/v` says, without its price. That pattern
 * takes the engine 70 ms to build, and only clusters of several code points need it. The bundle hands this to string-width.
 */

const alone = /^(?!\p{Regional_Indicator})\p{Emoji_Presentation}$/u;

/** Every emoji of several code points has one of these: a variation or tag, a joiner, a flag's letters, a skin's tone. */
const joining = /\uFE0F|\u200D|\u20E3|\u{E007F}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;

/** A text, not a pattern: the engine would look at a pattern as soon as it reads this file. */
const everyEmoji = '^\\p{RGI_Emoji}$';

let sequences: RegExp | undefined;

export function isRgiEmoji(cluster: string): boolean {
	const first = cluster.codePointAt(0) ?? 0;
	if (cluster.length <= (first > 0xff_ff ? 2 : 1)) return alone.test(cluster);
	if (!joining.test(cluster)) return false;
	sequences ??= new RegExp(everyEmoji, 'v');
	return sequences.test(cluster);
}
