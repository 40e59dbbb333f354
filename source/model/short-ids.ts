const shortest = 8;

/** Of each id as much as tells it from all others: ids that count the time begin alike. */
export function shortIds(sessions: ReadonlyArray<{readonly id: string}>): (id: string) => string {
	const ids = [...new Set(sessions.map(({id}) => calledBy(id)))].sort();
	const lengths = new Map<string, number>();
	for (const [position, id] of ids.entries()) {
		const shared = Math.max(sharedLength(id, ids[position - 1]), sharedLength(id, ids[position + 1]));
		lengths.set(id, Math.max(shortest, shared + 1));
	}
	return id => calledBy(id).slice(0, lengths.get(calledBy(id)) ?? shortest);
}

/** What a user may call it: all names of sub-agents begin with the same word. */
function calledBy(id: string): string {
	return id.replace(/^agent-/, '');
}

function sharedLength(id: string, other: string | undefined): number {
	let length = 0;
	while (other !== undefined && length < id.length && id[length] === other[length]) length++;
	return length;
}
