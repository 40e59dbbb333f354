import {keyOf, type ListedSession} from '../session-source.ts';

/** The sessions somebody marked to do something with all of them. They stay marked while they change and while one searches. */
export class MarkedSessions {
	private readonly keys = new Set<string>();

	get count(): number {
		return this.keys.size;
	}

	has(ref: ListedSession): boolean {
		return this.keys.size > 0 && this.keys.has(keyOf(ref));
	}

	toggle(ref: ListedSession): void {
		const key = keyOf(ref);
		if (!this.keys.delete(key)) this.keys.add(key);
	}

	clear(): void {
		this.keys.clear();
	}

	/** Those that are gone are not marked any more. */
	keepOnly(sessions: readonly ListedSession[]): void {
		if (this.keys.size === 0) return;
		const there = new Set(this.among(sessions).map(keyOf));
		for (const key of this.keys) if (!there.has(key)) this.keys.delete(key);
	}

	/** The marked ones, each once, in the order of what is given. */
	among(sessions: readonly ListedSession[]): ListedSession[] {
		const found = new Map<string, ListedSession>();
		if (this.keys.size === 0) return [];
		for (const ref of sessions) {
			const key = keyOf(ref);
			if (this.keys.has(key) && !found.has(key)) found.set(key, ref);
		}
		return [...found.values()];
	}
}
