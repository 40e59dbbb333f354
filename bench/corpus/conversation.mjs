// What happens in a session, whichever agent keeps it: turns of a prompt, steps with a tool each, and an answer.

const kinds = ['bash', 'bash', 'bash', 'read', 'read', 'read', 'edit', 'edit', 'write', 'grep'];
const commands = [
	'npm test --',
	'git diff',
	'git log --oneline',
	'rg -n',
	'cargo build',
	'python -m',
	'ls -la',
	'node',
];

export class Conversation {
	#needles;

	/**
	 * `scale` makes tool output longer or shorter; `needles` are `{word, where, turn}`; the clock begins at `time`.
	 * `base` is the project's folder.
	 */
	constructor(random, prose, {time, base, scale = 1, needles = [], images = 0}) {
		this.random = random;
		this.prose = prose;
		this.clock = time;
		this.base = base;
		this.scale = scale;
		this.images = images;
		this.turns = 0;
		this.messages = 0;
		this.prompts = 0;
		this.#needles = [...needles];
	}

	/** Whether something must still be said before the session may end. */
	get isPending() {
		return this.#needles.length > 0;
	}

	#wait(least, most) {
		this.clock += this.random.between(least, most);
		return this.clock;
	}

	#take(where) {
		const at = this.#needles.findIndex(needle => needle.where === where && (needle.turn ?? 0) <= this.turns);
		return at === -1 ? undefined : this.#needles.splice(at, 1)[0].word;
	}

	#with(text, needle) {
		if (needle === undefined) return text;
		const space = text.indexOf(' ', text.length / 2);
		return space === -1 ? `${text} ${needle}` : `${text.slice(0, space)} ${needle}${text.slice(space)}`;
	}

	/** The next turn. Every part carries the time it happened at. */
	turn() {
		const {random, prose} = this;
		const prompt = this.#with(prose.text(Math.min(4000, random.lognormal(110, 0.8))), this.#take('prompt'));
		const turn = {time: this.#wait(15_000, 400_000), prompt, steps: [], images: []};
		if (this.images > 0) {
			this.images--;
			turn.images.push({type: 'image/png', data: random.base64(random.between(10_000, 90_000))});
		}
		const wanted = ['input', 'output', 'deep', 'thinking', 'path'].some(where =>
			this.#needles.some(needle => needle.where === where && (needle.turn ?? 0) <= this.turns),
		);
		const count = Math.max(wanted ? 3 : 0, Math.floor(random.unit() ** 1.4 * 9));
		for (let at = 0; at < count; at++) turn.steps.push(this.#step());
		turn.answer = this.#with(prose.answer(Math.min(8000, random.lognormal(450, 0.8))), this.#take('answer'));
		turn.end = this.#wait(2000, 30_000);
		this.turns++;
		this.prompts++;
		this.messages += 2 + turn.steps.reduce((sum, step) => sum + (step.text === undefined ? 2 : 3), 0);
		return turn;
	}

	#step() {
		const {random, prose} = this;
		const thinking = this.#take('thinking');
		const step = {time: this.#wait(1500, 20_000)};
		if (thinking !== undefined || random.chance(0.25))
			step.thinking = this.#with(prose.text(random.lognormal(300, 0.7)), thinking);
		if (random.chance(0.3)) step.text = prose.sentence();
		Object.assign(step, this.#call());
		step.end = this.#wait(200, 15_000);
		step.isError = step.kind === 'bash' && random.chance(0.06);
		return step;
	}

	#call() {
		const {random, prose, scale} = this;
		const deep = this.#take('deep');
		if (deep !== undefined) {
			const half = prose.output(75_000);
			return {
				kind: 'bash',
				command: `cat ${prose.path()}`,
				output: `${half}${prose.word()} ${deep} ${prose.word()}\n${prose.output(75_000)}`,
			};
		}
		const output = this.#take('output');
		const input = this.#take('input');
		const path = this.#take('path');
		const kind =
			output === undefined && input === undefined ? (path === undefined ? random.pick(kinds) : 'read') : 'bash';
		const length = random.chance(0.0015)
			? random.between(50_000, 200_000)
			: Math.min(8000, Math.max(200, random.lognormal(1000 * scale, 0.95)));
		const file = `${this.base}/${path ?? prose.path()}`;
		switch (kind) {
			case 'read':
				return {kind, path: file, output: prose.code(length)};
			case 'edit':
				return {
					kind,
					path: file,
					old: prose.code(Math.min(length / 4, 900)),
					new: prose.code(Math.min(length / 3, 1200)),
					output: `The file ${file} has been updated.`,
				};
			case 'write':
				return {kind, path: file, content: prose.code(length), output: `Wrote ${Math.round(length)} bytes to ${file}`};
			case 'grep':
				return {kind, pattern: prose.identifier(), output: prose.output(length)};
			default:
				return {
					kind: 'bash',
					command: this.#with(`${random.pick(commands)} ${prose.path()} ${prose.word()}`, input),
					output: this.#with(prose.output(length), output),
				};
		}
	}
}
