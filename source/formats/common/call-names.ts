/** Tells the calls of a document apart: some have no id there, and some one that another call has as well. */
import type {ToolUse} from '../../model/tool.ts';

/** What a call and its result are known by, and the id the document itself gives them, if that is another. */
export type CallName = Pick<ToolUse, 'callId'> & {readonly told?: {readonly callId: string | null}};

/** `tool`: its name. `element`: which part of the document the call stands in. */
export type CallPlace = {readonly tool: string; readonly element: number};

type Open = CallPlace & {readonly name: CallName};

export class CallNames {
	private readonly names = new Set<string>();
	/** Calls whose result did not come, by the id they have in the document; all that have none together. */
	private readonly open = new Map<string | undefined, Open[]>();

	/** Of a call without an id it is made from its entry's. Whoever stands with its result waits for no other. */
	ofCall(id: string | undefined, entry: string, place: CallPlace & {readonly hasResult: boolean}): CallName {
		const callId = this.free(id || entry);
		const name = callId === id ? {callId} : {callId, told: {callId: id ?? null}};
		if (place.hasResult) return name;
		const others = this.open.get(id);
		if (others) others.push({...place, name});
		else this.open.set(id, [{...place, name}]);
		return name;
	}

	/** Of the last element with calls that it may answer, the first one. Where there is no id, the tool decides. */
	ofResult(id: string | undefined, tool: string): CallName {
		const open = this.open.get(id) ?? [];
		const mayBe = (call: Open | undefined) => call && (id !== undefined || tool === '' || call.tool === tool);
		let found = open.findLastIndex(mayBe);
		const element = open[found]?.element;
		if (element === undefined) return {callId: id};
		for (let at = found - 1; open[at]?.element === element; at--) if (mayBe(open[at])) found = at;
		return open.splice(found, 1)[0]!.name;
	}

	private free(id: string): string {
		let name = id;
		for (let number = 2; this.names.has(name); number++) name = `${id}~${number}`;
		this.names.add(name);
		return name;
	}
}
