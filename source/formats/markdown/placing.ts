/** Puts drawings into their places, one after the other: numbers prompts, names who speaks, tells of each fork once. */
import {plural} from '../../text/figures.ts';
import {capital, factsOf, type Told, titleOf} from '../parts/facts.ts';
import {branchName, type Stretch, type Stretches} from '../parts/stretches.ts';
import {cut, isStored, type Piece, Spool} from '../spool.ts';
import {mainSection} from './draw.ts';
import type {Drawing, Head, Stroke} from './drawing.ts';
import {cell, inlineCode, plain} from './escape.ts';
import {modelNote, setApart} from './part-markdown.ts';

type Listed = {readonly label: string; readonly anchor: string; readonly words: string};

/** One after the other: the branch that is shown first, then each stretch that is not on it. */
type Section = {
	readonly stretch?: Stretch;
	readonly prompts: Listed[];
	/** It ended with what the next text might be taken for a part of. */
	isProse: boolean;
	model?: string;
};

export class Placing {
	private readonly spool = new Spool();
	private readonly sections = new Map<number, Section>([[mainSection, {prompts: [], isProse: true}]]);
	/** The forks that were told of, and the prompt that each comes after. */
	private readonly forks = new Map<number, Listed | undefined>();
	private asides = 0;

	constructor(
		private readonly told: Told,
		private readonly stretches: Stretches,
	) {}

	add({bytes, strokes, asides}: Drawing): void {
		this.asides += asides;
		const kept = isStored(bytes) ? bytes : this.spool.keep(bytes);
		for (const stroke of strokes) this.place(stroke, cut(kept, stroke.from, stroke.to));
	}

	/** The document, when everything is in its place. */
	*read(): Generator<string | Buffer> {
		yield this.head();
		for (const [number, section] of this.sections) {
			if (number !== mainSection) yield this.sectionHead(section);
			yield* this.spool.read(number);
		}
		if (this.asides > 0)
			yield `\n---\n\n*Left out: ${plural(this.asides, 'record')} of the agent's own bookkeeping.*\n`;
	}

	close(): void {
		this.spool.close();
	}

	private place({section: number, head, model, isProse}: Stroke, bytes: Piece): void {
		const section = this.sections.get(number) ?? this.newSection(number);
		if (head && this.isLeftOut(head)) return;
		if (head) this.spool.add(number, this.before(head, section));
		this.spool.add(number, bytes);
		section.model = model ?? section.model;
		section.isProse = isProse ?? section.isProse;
	}

	private isLeftOut(head: Head): boolean {
		if (head.kind === 'fork') return this.forks.has(head.fork);
		return head.kind === 'named' && head.title === this.told.session.title;
	}

	private newSection(number: number): Section {
		const section: Section = {stretch: this.stretches.all[number]!, prompts: [], isProse: true};
		this.sections.set(number, section);
		return section;
	}

	private before(head: Head, section: Section): string {
		switch (head.kind) {
			case 'prompt':
				return `\n${promptHeading(head.words, section)}`;
			case 'fork':
				this.forks.set(head.fork, section.prompts.at(-1));
				section.isProse = false;
				return '\n';
			case 'named':
				section.isProse = false;
				return '\n';
			case 'answer': {
				const spoke = section.model ?? this.sections.get(mainSection)!.model;
				const isNew = head.speaker !== undefined && spoke !== undefined && spoke !== head.speaker;
				return `\n${isNew ? modelNote(head.speaker) : ''}${head.isClinging && section.isProse ? setApart : ''}`;
			}
		}
	}

	private head(): string {
		const facts = factsOf(this.told, this.stretches).map(({name, value, isCode}) => {
			const shown = isCode ? inlineCode(value) : plain(value);
			return `| ${name} | ${cell(shown)} |\n`;
		});
		const lists = [...this.sections.values()].filter(({prompts}) => prompts.length > 0).map(promptList);
		return [
			`# ${plain(titleOf(this.told.session))}\n`,
			`| | |\n|---|---|\n${facts.join('')}`,
			...(lists.length > 0 ? ['## Prompts\n', ...lists] : []),
		].join('\n');
	}

	/** Another road: where it parts from which. */
	private sectionHead({stretch, prompts}: Section): string {
		const parent = this.stretches.all[stretch!.parent ?? 0]!;
		const from = parent.isActive ? 'the active branch' : branchName(parent);
		const before = this.forks.get(stretch!.fork ?? -1);
		const place = before ? ` after [${plain(before.words)}](#${before.anchor})` : '';
		const number = plural(prompts.length, 'prompt');
		return `\n---\n\n## ${capital(branchName(stretch!))}\n\nParts from ${from}${place}; ${number}.\n`;
	}
}

function promptHeading(words: string, {prompts, stretch}: Section): string {
	const number = prompts.length + 1;
	const label = stretch === undefined ? `${number}.` : `${capital(branchName(stretch))}, ${number}.`;
	const anchor = stretch === undefined ? `prompt-${number}` : `branch-${stretch.number}-prompt-${number}`;
	prompts.push({label, anchor, words});
	return `## <a id="${anchor}"></a>${label}`;
}

function promptList({prompts, stretch}: Section): string {
	const name = stretch ? `${capital(branchName(stretch))}:\n\n` : '';
	return `${name}${prompts.map(({anchor, words}, at) => `${at + 1}. [${plain(words)}](#${anchor})\n`).join('')}`;
}
