/**
 * A session as Markdown that reads well on GitHub: facts, a table of prompts, then turn by turn, with thinking and the
 * output of tools folded. The same for every agent, and the same bytes for the same session.
 */
import {plural} from '../../text/figures.ts';
import type {Exported, Writer} from '../format.ts';
import {capital, factsOf, titleOf} from '../parts/facts.ts';
import {type Part, partsOf, type Tally} from '../parts/parts.ts';
import {branchName, type Stretch, stretchesOf} from '../parts/stretches.ts';
import {Spool} from '../spool.ts';
import {cell, inlineCode, plain} from './escape.ts';
import {partMarkdown, promptMarkdown, promptWords} from './part-markdown.ts';

type Listed = {readonly label: string; readonly anchor: string; readonly words: string};

/** One after the other: the branch that is shown first, then each stretch that is not on it. */
type Section = {
	readonly stretch?: Stretch;
	readonly prompts: Listed[];
	/** It ended with what the next text might be taken for a part of. */
	isProse: boolean;
	model?: string;
};

const main = 0;

export const writeMarkdown: Writer = async function* (exported) {
	const stretches = stretchesOf(exported.graph);
	const tally: Tally = {asides: 0};
	const spool = new Spool();
	const sections = new Map<number, Section>([[main, {prompts: [], isProse: true}]]);
	/** The prompt that each fork comes after. */
	const before = new Map<number, Listed | undefined>();
	try {
		for await (const part of partsOf(exported, stretches, tally)) {
			const {stretch} = part;
			// Of one branch everything is shown; of all of them, the active one comes first.
			const number = exported.branch !== 'all' || stretch.isActive ? main : stretch.number;
			const section = sections.get(number) ?? {stretch, prompts: [], isProse: true};
			sections.set(number, section);
			spool.add(number, pieceOf(part, section, sections.get(main)!));
		}
		yield headOf(exported, sections);
		yield* spool.read(main);
		for (const [number, section] of sections) {
			if (number === main) continue;
			yield sectionHead(section, stretches.all, before.get(section.stretch!.fork ?? -1));
			yield* spool.read(number);
		}
		if (tally.asides > 0)
			yield `\n---\n\n*Left out: ${plural(tally.asides, 'record')} of the agent's own bookkeeping.*\n`;
	} finally {
		spool.close();
	}

	function pieceOf(part: Part, section: Section, first: Section): string {
		if (part.kind === 'prompt') return promptPiece(part, section);
		if (part.kind === 'fork') before.set(part.fork, section.prompts.at(-1));
		const piece = partMarkdown(part, {stretches, cwd: exported.session.cwd});
		const isText = part.kind === 'answer' && !piece.startsWith('<details');
		// Two texts that follow each other are two, and none is a part of a list before it.
		const apart = isText && section.isProse && /^(?:[ \t]|[-+*] |\d+[.)] )/.test(piece) ? '<!-- -->\n\n' : '';
		section.isProse = isText || piece.startsWith('- ');
		return `\n${modelNote(part, section, first)}${apart}${piece}`;
	}
};

function promptPiece({entry}: Part, section: Section): string {
	const number = section.prompts.length + 1;
	const stretch = section.stretch?.number;
	const label = stretch === undefined ? `${number}.` : `${capital(branchName(section.stretch!))}, ${number}.`;
	const anchor = stretch === undefined ? `prompt-${number}` : `branch-${stretch}-prompt-${number}`;
	section.prompts.push({label, anchor, words: promptWords(entry)});
	section.isProse = false;
	return `\n${promptMarkdown(entry, label, anchor)}`;
}

/** Who speaks, where that changes. */
function modelNote({kind, entry}: Part, section: Section, first: Section): string {
	if (kind !== 'answer' || entry.model === undefined || entry.isSidechain) return '';
	const before = section.model ?? first.model;
	section.model = entry.model;
	return before === undefined || before === entry.model ? '' : `*Model: ${plain(entry.model)}*\n\n`;
}

function headOf(exported: Exported, sections: ReadonlyMap<number, Section>): string {
	const facts = factsOf(exported).map(({name, value, isCode}) => {
		const shown = isCode ? inlineCode(value) : plain(value);
		return `| ${name} | ${cell(shown)} |\n`;
	});
	const lists = [...sections.values()].filter(({prompts}) => prompts.length > 0).map(promptList);
	return [
		`# ${plain(titleOf(exported.session))}\n`,
		`| | |\n|---|---|\n${facts.join('')}`,
		...(lists.length > 0 ? ['## Prompts\n', ...lists] : []),
	].join('\n');
}

function promptList({prompts, stretch}: Section): string {
	const name = stretch ? `${capital(branchName(stretch))}:\n\n` : '';
	return `${name}${prompts.map(({anchor, words}, at) => `${at + 1}. [${plain(words)}](#${anchor})\n`).join('')}`;
}

/** Another road: where it parts from which. */
function sectionHead({stretch, prompts}: Section, all: readonly Stretch[], before: Listed | undefined): string {
	const parent = all[stretch!.parent ?? 0]!;
	const from = parent.isActive ? 'the active branch' : branchName(parent);
	const place = before ? ` after [${plain(before.words)}](#${before.anchor})` : '';
	const number = plural(prompts.length, 'prompt');
	return `\n---\n\n## ${capital(branchName(stretch!))}\n\nParts from ${from}${place}; ${number}.\n`;
}
