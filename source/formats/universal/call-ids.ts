import type {Entry} from '../../model/entry.ts';

/**
 * The format lets a result name its call by the call's id in the timeline. That is the agent's own id of the call, made
 * different where an agent used it twice; of calls without one it is the entry's.
 */
export class CallIds {
	private readonly calls = new Map<string, {readonly ids: string[]; results: number}>();

	/** `free` gives an id that no other entry of the timeline has. */
	constructor(private readonly free: (id: string) => string) {}

	ofCall(entry: Entry): string {
		const key = keyOf(entry);
		const known = this.calls.get(key);
		const id = this.free(entry.tool?.callId || entry.id);
		if (known) known.ids.push(id);
		else this.calls.set(key, {ids: [id], results: 0});
		return id;
	}

	/** The call a result answers; of several with one id, one after the other. undefined: it is not here. */
	ofResult(entry: Entry): string | undefined {
		const known = this.calls.get(keyOf(entry));
		return known && (known.ids[known.results++] ?? known.ids.at(-1));
	}
}

function keyOf({tool}: Entry): string {
	return tool?.callId === undefined ? `tool ${tool?.name || 'unknown'}` : `call ${tool.callId}`;
}
