/** Of each circle in which things follow each other the first one that was given. */
export function circlesIn<T>(nodes: ReadonlyMap<string, {readonly parent?: string; readonly what: T}>): T[] {
	const circles: T[] = [];
	const seenBy = new Map<string, number>();
	let walk = 0;
	for (const start of nodes.keys()) {
		walk++;
		let id: string | undefined = start;
		while (id !== undefined && nodes.has(id) && !seenBy.has(id)) {
			seenBy.set(id, walk);
			id = nodes.get(id)!.parent;
		}
		if (id !== undefined && seenBy.get(id) === walk) circles.push(nodes.get(id)!.what);
	}
	return circles;
}
