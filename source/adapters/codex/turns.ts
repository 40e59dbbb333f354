/** The turns of a legacy file, so that a roll-back knows where the turns it takes back began. */
type Turn = {
	/** The last node before it; -1 at the very beginning. */
	readonly before: number;
	readonly turnId?: string;
};

export class Turns {
	private turns: Turn[] = [];
	/** The last node before the records that lead up to a prompt: contexts, settings, the start of a turn. */
	private lead: number | undefined;
	private turnId: string | undefined;

	reset(): void {
		this.turns = [];
		this.lead = undefined;
		this.turnId = undefined;
	}

	/** A record that may belong to the coming prompt. */
	leadUp(before: number, turnId?: string): void {
		this.lead ??= before;
		if (turnId !== undefined) this.turnId = turnId;
	}

	/** The model spoke or the turn ended: what comes next leads up to another prompt. */
	settle(): void {
		this.lead = undefined;
	}

	/** More words typed during a turn do not make another one. */
	prompt(before: number): void {
		const newest = this.turns.at(-1);
		const isSteering = newest !== undefined && newest.turnId !== undefined && newest.turnId === this.turnId;
		if (!isSteering) this.turns.push({before: this.lead ?? before, turnId: this.turnId});
		this.lead = undefined;
	}

	/** Takes back the newest turns; the node after which the thread goes on, or undefined if there was nothing to take. */
	rollBack(count: number): number | undefined {
		const taken = this.turns.splice(Math.max(0, this.turns.length - count));
		this.settle();
		return count > 0 ? taken[0]?.before : undefined;
	}
}
