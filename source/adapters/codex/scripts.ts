/**
 * Code mode: the model writes JavaScript, and the commands and patches it runs are told of on their own, without a word
 * of which script ran them. A script behind which something real stands steps back; one without is shown itself.
 */
type Script = {
	readonly callId: string;
	readonly call: number;
	readonly code: string;
	result?: number;
	hasRun: boolean;
};

/** Scripts that go on after their first output may run commands much later; a few of them are remembered. */
const mostRunning = 16;

export class Scripts {
	private open: Script[] = [];

	constructor(private readonly stepBack: (node: number) => void) {}

	begin(callId: string, node: number, code: string): void {
		this.open.push({callId, call: node, code, hasRun: false});
	}

	/** Whether this is the output of a script that real calls stand behind. */
	end(callId: string, node: number, output: string): boolean {
		if (this.open.length === 0) return false;
		const script = this.open.find(each => each.callId === callId);
		if (!script) return false;
		script.result = node;
		if (script.hasRun) this.stepBack(node);
		const goesOn = output.startsWith('Script running');
		if (!goesOn) this.open = this.open.filter(each => each !== script);
		else if (this.open.length > mostRunning) this.open.shift();
		return script.hasRun;
	}

	/** Something real ran: a command, a patch, a call of a server. */
	ran(words: string): void {
		if (this.open.length === 0) return;
		const script = this.scriptOf(words);
		if (!script || script.hasRun) return;
		script.hasRun = true;
		this.stepBack(script.call);
		if (script.result !== undefined) this.stepBack(script.result);
	}

	/** Parallel scripts are told apart by their code, which as a rule spells out the command. */
	private scriptOf(words: string): Script | undefined {
		const spelled = JSON.stringify(words).slice(1, -1);
		const matching =
			words === '' ? [] : this.open.filter(each => each.code.includes(words) || each.code.includes(spelled));
		const candidates = matching.length > 0 ? matching : this.open;
		return candidates.find(each => !each.hasRun) ?? candidates.at(-1);
	}
}
