/**
 * Which result answers which call. In the database both carry the call's id; in the transcripts calls have none, and a
 * result, where there is one, answers the oldest call that waits.
 */
export class CallPairs {
	private readonly names = new Map<string, string>();
	/** Calls without an id of their own that still wait, by the id they were given. */
	private readonly waiting = new Map<string, string>();

	/** The id of a call; `entryId` stands in for one that is missing. */
	call(entryId: string, callId: string | undefined, name: string): string {
		const id = callId ?? entryId;
		this.names.set(id, name);
		if (callId === undefined) this.waiting.set(id, name);
		return id;
	}

	result(callId: string | undefined, name: string | undefined): {readonly callId?: string; readonly name?: string} {
		if (callId !== undefined && this.names.has(callId)) return {callId, name: name ?? this.names.get(callId)};
		for (const [id, waiting] of this.waiting) {
			if (name !== undefined && name !== waiting) continue;
			this.waiting.delete(id);
			return {callId: id, name: waiting};
		}
		return {callId, name};
	}
}
