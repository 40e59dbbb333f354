const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, in the shortest words: `now`, `4m`, `2h`, `6d`, `3w`, `5mo`, `2y`. */
export function age(time: string | undefined, now = Date.now()): string {
	const then = time === undefined ? Number.NaN : Date.parse(time);
	if (Number.isNaN(then)) return '?';
	const passed = Math.max(0, now - then);
	if (passed < minute) return 'now';
	if (passed < hour) return `${Math.floor(passed / minute)}m`;
	if (passed < day) return `${Math.floor(passed / hour)}h`;
	if (passed < 14 * day) return `${Math.floor(passed / day)}d`;
	if (passed < 60 * day) return `${Math.floor(passed / (7 * day))}w`;
	if (passed < 365 * day) return `${Math.floor(passed / (30 * day))}mo`;
	return `${Math.floor(passed / (365 * day))}y`;
}
