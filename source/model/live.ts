/** How long after its last word a session counts as one that is still written to: agents think, and tools run long. */
export const liveMs = 2 * 60_000;

/** By the time of its newest record: a file's own time changes with every copy. */
export function isLive(endedAt: string | undefined, now: number): boolean {
	if (endedAt === undefined) return false;
	return Math.abs(now - Date.parse(endedAt)) < liveMs;
}
