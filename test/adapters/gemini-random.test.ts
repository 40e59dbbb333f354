/**
 * Stories made up at random, written down as Gemini CLI would, and read back: whatever happened, the active branch is
 * what a person remembers, and nothing that was typed is lost or told twice.
 */
import {expect, it} from 'vitest';
import {
	answer,
	collect,
	context,
	contextId,
	copyOf,
	type Fields,
	header,
	promptsOf,
	readSession,
	response,
	set,
	snapshot,
	summaryAnswer,
	summaryText,
	textsOf,
	toolCall,
	user,
} from '../helpers/gemini-session.ts';

/** What the program has in its hands, what it writes, and what the person at the keyboard remembers. */
class Story {
	readonly records: Fields[] = [header(), snapshot(context())];
	readonly typed: string[] = [];
	remembered: string[] = [];
	private live: Fields[] = [context()];
	private saved: {messages: Fields[]; remembered: string[]} | undefined;
	private count = 0;

	constructor(
		private seed: number,
		/** Some models get turns of one speaker joined into one. */
		private readonly isJoining: boolean,
	) {}

	tell(steps: number): void {
		const events = [this.turn, this.turn, this.turn, this.rewind, this.resume, this.stop, this.compress, this.setAnew];
		for (let step = 0; step < steps; step++) {
			const event = this.pick([...events, this.save, this.load]);
			if (this.prompts.length === 0) this.turn();
			else event.call(this);
		}
	}

	private get prompts(): Fields[] {
		return this.live.filter(message => textIn(message) !== undefined);
	}

	private turn(): void {
		this.remembered.push(this.prompt());
		if (this.random() < 0.4) {
			const id = this.next('call');
			const calling = answer(this.next('g'), this.pick(['', `I call ${id}.`]));
			this.write(calling);
			this.write({...calling, toolCalls: [toolCall(id)]});
			this.write(user(this.next('r'), '', {content: [response(id, `output of ${id}`)]}));
		}
		this.write(answer(this.next('g'), this.next('answer')));
	}

	private rewind(): void {
		const target = this.pick(this.prompts);
		this.records.push({$rewindTo: target.id});
		this.remembered = this.remembered.slice(0, this.remembered.indexOf(textIn(target)!));
		this.list(this.live.slice(0, this.live.indexOf(target)).filter(({id}) => id !== contextId));
	}

	private resume(): void {
		const messages = this.live.filter(({id}) => id !== contextId);
		this.records.push(header());
		this.list([context()]);
		this.records.push(set({sessionId: 'the same'}));
		this.list([context(), ...messages]);
	}

	private stop(): void {
		const before = [...this.live];
		this.prompt();
		this.records.push({id: this.next('i'), type: 'info', content: 'Request cancelled.'});
		this.list(before);
	}

	private compress(): void {
		const messages = this.joined(this.live.filter(({id}) => id !== contextId));
		const starts = messages.flatMap((message, at) => (textIn(message) === undefined ? [] : [at]));
		const kept = messages.slice(this.pick([...starts.slice(-2), messages.length]));
		const summary = user(this.next('s'), `${summaryText} ${this.next('no')}`);
		const copies = kept.map(message => copyOf(message, this.next('k')));
		this.list([context(), summary, answer(this.next('S'), summaryAnswer), ...copies]);
	}

	private setAnew(messages = this.joined(this.live)): void {
		const copies = messages.map(message => copyOf(message, this.next('c')));
		for (const copy of copies) this.write(copy);
		this.list(copies);
	}

	private save(): void {
		this.saved = {messages: this.joined(this.live), remembered: [...this.remembered]};
	}

	private load(): void {
		if (!this.saved) return;
		this.remembered = [...this.saved.remembered];
		this.setAnew(this.saved.messages);
	}

	private prompt(): string {
		const text = this.next('prompt');
		this.typed.push(text);
		this.write(user(this.next('u'), text));
		return text;
	}

	private write(message: Fields): void {
		const at = this.live.findIndex(({id}) => id === message.id);
		this.live.splice(at === -1 ? this.live.length : at, 1, message);
		this.records.push(message);
	}

	private list(messages: Fields[]): void {
		this.live = messages;
		this.records.push(snapshot(...messages));
	}

	private joined(messages: readonly Fields[]): Fields[] {
		const turns: Fields[] = [];
		for (const turn of messages.map(message => copyOf(message, String(message.id)))) {
			const last = this.isJoining ? turns.at(-1) : undefined;
			if (last?.type === turn.type) last!.content = [...(last!.content as unknown[]), ...(turn.content as unknown[])];
			else turns.push(turn);
		}
		return turns;
	}

	private next(name: string): string {
		return `${name} ${++this.count}`;
	}

	private pick<T>(choices: readonly T[]): T {
		return choices[Math.floor(this.random() * choices.length)]!;
	}

	private random(): number {
		this.seed = (Math.imul(this.seed, 1_103_515_245) + 12_345) & 0x7fffffff;
		return this.seed / 0x80000000;
	}
}

/** What was typed, if it is a prompt. */
function textIn({type, content}: Fields): string | undefined {
	if (type !== 'user') return undefined;
	const texts = (content as Fields[]).map(({text}) => String(text ?? ''));
	return texts.find(text => text.startsWith('prompt '));
}

it.each([false, true])('random stories are read as they happened (turns joined: %s)', async isJoining => {
	for (let seed = 1; seed <= 80; seed++) {
		const story = new Story(seed * 7919, isJoining);
		story.tell(3 + (seed % 15));
		const {prompts, entries, history} = await readSession(story.records);
		expect({seed, prompts}).toEqual({seed, prompts: story.remembered});
		expect(history.session.counts?.prompts).toBe(prompts.length);

		const answers = textsOf(entries, 'assistant');
		expect(new Set(answers).size).toBe(answers.length);
		const calls = entries.filter(({kind}) => kind === 'tool_call').map(({tool}) => tool!.callId);
		expect(entries.filter(({kind}) => kind === 'tool_result').map(({tool}) => tool!.callId)).toEqual(calls);

		const all = await collect(history.entries('all'));
		expect(promptsOf(all)).toEqual(expect.arrayContaining(story.typed));
		expect(new Set(all.map(({id}) => id)).size).toBe(all.length);
	}
});
