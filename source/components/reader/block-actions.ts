/** What the keys do that are about the block one is at, or about the session as a whole. */
import {imageFile, saveImage} from '../../actions/save-image.ts';
import type {Action} from '../../keymap/keymap.ts';
import {bytes} from '../../text/figures.ts';
import {sanitize, sanitizeLine} from '../../text/sanitize.ts';
import {wrap} from '../../text/wrap.ts';
import {describeError} from '../describe-error.ts';
import type {Explorer} from '../explorer.ts';
import {Menu} from '../overlay/menu.ts';
import {Pages} from '../overlay/pages.ts';
import type {ListedSession} from '../session-source.ts';
import type {Line} from '../theme.ts';
import type {Block} from './block.ts';
import {copyablesOf} from './copyable.ts';
import {levels} from './layout/layout-block.ts';
import type {Reader} from './reader.ts';
import {subAgentsOf} from './sub-agents.ts';

type BlockAction = Extract<
	Action,
	| `focus-${string}`
	| `${'next' | 'previous'}-branch`
	| `outline-${string}`
	| `${'leave' | 'close'}-outline`
	| 'outline'
	| 'open-block'
	| 'cycle-level'
	| 'copy'
	| 'open-image'
	| 'raw-record'
	| 'digit'
	| 'jump-percent'
>;

export function blockActions(explorer: Explorer): Readonly<Record<BlockAction, () => void>> {
	const withReader = (act: (reader: Reader) => void) => () => {
		if (explorer.reader) act(explorer.reader);
	};
	return {
		'focus-next': withReader(({view}) => moveFocus(explorer, view.moveFocus(1), 'after')),
		'focus-previous': withReader(({view}) => moveFocus(explorer, view.moveFocus(-1), 'before')),
		'open-block': withReader(reader => void openBlock(explorer, reader)),
		'cycle-level': withReader(reader => {
			const level = levels[(levels.indexOf(reader.folds.level) + 1) % levels.length]!;
			reader.fold({level});
			explorer.message = levelNotes[level];
		}),
		'next-branch': withReader(reader => switchBranch(explorer, reader, 1)),
		'previous-branch': withReader(reader => switchBranch(explorer, reader, -1)),
		outline: withReader(reader => {
			reader.outline = 'focused';
		}),
		'leave-outline': withReader(reader => {
			reader.outline = 'open';
		}),
		'close-outline': withReader(reader => {
			reader.outline = 'closed';
		}),
		'outline-next': withReader(reader => outlineTo(reader, reader.prompts.position.at)),
		'outline-previous': withReader(reader => outlineTo(reader, reader.prompts.position.at - 2)),
		'outline-first': withReader(reader => outlineTo(reader, 0)),
		'outline-last': withReader(reader => outlineTo(reader, reader.prompts.position.of - 1)),
		copy: () => copy(explorer),
		'open-image': withReader(reader => void openImage(explorer, reader)),
		'raw-record': withReader(reader => void showRaw(explorer, reader)),
		digit: () => {
			const {keys} = explorer;
			keys.number = (keys.number + keys.last).slice(-3);
		},
		'jump-percent': withReader(reader => {
			const percent = Number(explorer.keys.number || Number.NaN);
			if (Number.isNaN(percent)) explorer.message = 'Type a number first: 50%';
			else reader.moves.jumpTo(Math.min(100, percent));
		}),
	};
}

const levelNotes = {
	skim: 'Skim: prompts, and how answers begin',
	normal: 'Normal: everything, folded',
	everything: 'Everything, unfolded, with what the harness noted',
} as const;

function moveFocus(explorer: Explorer, isMoved: boolean, where: string): void {
	if (!isMoved) explorer.message = `Nothing ${where} this`;
}

function blockAt({view}: Reader): Block | undefined {
	return view.focused === undefined ? undefined : view.document.blocks[view.focused];
}

/** A sub-agent's session is entered; anything else is unfolded, shown whole, folded again. */
async function openBlock(explorer: Explorer, reader: Reader): Promise<void> {
	const block = blockAt(reader);
	const {focused} = reader.view;
	if (!block || focused === undefined) return;
	if (block.kind === 'fork') return explorer.say('Roads part here: { and } switch between them');
	if (!block.isTask && block.spawned === undefined) return reader.view.toggleBlock(focused);
	const {source} = explorer.options;
	const children = await subAgentsOf(block, {source, parent: reader.ref, sessions: explorer.scene.list.sessions});
	if (explorer.reader !== reader) return;
	if (children.length === 0) reader.view.toggleBlock(focused);
	else if (children.length === 1) explorer.readers.enter(children[0]!);
	else explorer.menu = subAgentMenu(explorer, children);
	explorer.say('');
}

function subAgentMenu(explorer: Explorer, children: readonly ListedSession[]): Menu {
	const items = children.map(child => ({
		label: sanitizeLine(explorer.scene.sessionOf(child)?.title ?? child.id),
		note: child.id,
		act: () => explorer.readers.enter(child),
	}));
	return new Menu({title: 'Sub-agents of this session', items});
}

function switchBranch(explorer: Explorer, reader: Reader, step: 1 | -1): void {
	const branch = reader.reading.switchBranch(step);
	if (branch === undefined) {
		explorer.message = reader.history ? 'There is no fork here' : 'The session is still being read';
		return;
	}
	const {branches} = reader.history!.graph;
	const isActive = branches[branch - 1]?.isActive ? ', the active one' : '';
	explorer.message = `Branch ${branch} of ${branches.length}${isActive}`;
}

function outlineTo(reader: Reader, prompt: number): void {
	if (prompt >= 0 && prompt < reader.prompts.position.of) reader.moves.goToPromptAt(prompt);
}

function copy(explorer: Explorer): void {
	const {pages, reader} = explorer;
	if (pages?.text !== undefined) {
		put(explorer, 'raw record', pages.text);
		return;
	}
	const block = reader && blockAt(reader);
	const found = block ? copyablesOf(block) : [];
	if (found.length === 0) explorer.message = 'There is nothing to copy here';
	else if (found.length === 1) put(explorer, found[0]!.name, found[0]!.text);
	else {
		const items = found.map(({name, text}) => ({
			label: name,
			note: firstLine(text),
			act: () => put(explorer, name, text),
		}));
		explorer.menu = new Menu({title: 'Copy', items});
	}
}

/** Secrets stay here, where that is wanted: what is in a clipboard is soon somewhere else. */
function put(explorer: Explorer, name: string, text: string): void {
	const {redact} = explorer.options.source;
	if (!redact) {
		explorer.message = copied(explorer, name, {text});
		return;
	}
	void redact(text).then(
		clean => explorer.say(copied(explorer, name, clean)),
		error => explorer.say(`Not copied: ${describeError(error)}`),
	);
}

/** What was replaced comes first: a narrow line has no room for more. */
function copied({options}: Explorer, name: string, {text, replaced}: {text: string; replaced?: string}): string {
	const done = options.copy?.(text);
	if (!done) return 'This terminal has no clipboard to copy to';
	if (!done.ok) return `Not copied: ${done.note}`;
	return [`Copied: ${name}`, replaced, done.note].filter(Boolean).join(' · ');
}

function firstLine(text: string): string {
	return text.trim().split('\n', 1)[0]!.slice(0, 80);
}

async function showRaw(explorer: Explorer, reader: Reader): Promise<void> {
	const block = blockAt(reader);
	const {raw} = explorer.options.source;
	if (!block || !raw) return;
	try {
		const {text, leftOut} = await raw(block.locator);
		const clean = sanitize(text) + (leftOut > 0 ? `\n… ${bytes(leftOut)} more in the file` : '');
		const layOut = (columns: number) => wrap(clean, columns - 2).map((line): Line => [{text: ` ${line}`}]);
		explorer.pages = new Pages(placeOf(block), layOut, text);
		explorer.say('');
	} catch (error) {
		explorer.say(`The record can't be read: ${describeError(error)}`);
	}
}

function placeOf({locator}: Block): string {
	const where = 'offset' in locator ? `byte ${locator.offset}` : `${locator.table} ${locator.rowid}`;
	return sanitize(`Raw record   ${locator.path}, ${where}`);
}

/** Drawn where the terminal can; else it may be saved. */
async function openImage(explorer: Explorer, reader: Reader): Promise<void> {
	const block = blockAt(reader);
	const {source, showImage} = explorer.options;
	const picture = block?.media?.[0];
	if (!block || !picture || !source.media) return explorer.say('There is no image in this block: Tab goes to the next');
	try {
		const image = await source.media(picture.locator, picture.index);
		if (!image) return explorer.say('The image is not in the record: only its description is');
		if ((await showImage?.(image)) === 'shown') return explorer.say('');
		const file = imageFile(process.cwd(), image, `image-${block.id.slice(0, 8)}`);
		explorer.confirmation = {
			question: `This terminal can't draw it. Save it as ${sanitize(file)}?`,
			act: () => {
				saveImage(file, image);
				explorer.message = `Saved ${sanitize(file)} (${bytes(image.data.length)})`;
			},
		};
		explorer.say('');
	} catch (error) {
		explorer.say(`The image can't be shown: ${describeError(error)}`);
	}
}
