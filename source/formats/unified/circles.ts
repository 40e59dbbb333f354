/** Of each circle in which things follow each other one of them. */
export function circlesIn<Id, T>(nodes: ReadonlyMap<Id, {readonly parent?: Id; readonly what: T}>): T[] {
	const circles: T[] = [];
	const seenBy = new Map<Id, number>();
	let walk = 0;
	for (const start of nodes.keys()) {
		walk++;
		let id: Id | undefined = start;
		while (id !== undefined && nodes.has(id) && !seenBy.has(id)) {
			seenBy.set(id, walk);
			id = nodes.get(id)!.parent;
		}
		if (id !== undefined && seenBy.get(id) === walk) circles.push(nodes.get(id)!.what);
	}
	return circles;
}
