/** Markdown in the reader and in the preview. */
import {expect, test} from 'vitest';
import {Explorer} from '../../source/components/explorer.ts';
import {BlockLayouts} from '../../source/components/reader/block-layouts.ts';
import {type BlockStyle, folded} from '../../source/components/reader/layout/layout-block.ts';
import {prepareLanguage} from '../../source/components/reader/markdown/highlight.ts';
import {ReaderDocument} from '../../source/components/reader/reader-document.ts';
import type {Entry} from '../../source/model/entry.ts';
import {afternoon} from '../helpers/afternoon.ts';
import {openExplorer, textOf} from '../helpers/fake-explorer.tsx';
import {entry, fakeLibrary} from '../helpers/fake-library.ts';

const style: BlockStyle = {columns: 60, hasClock: false, folds: {...folded, thinking: true}};

function layoutsOf(entries: readonly Entry[], more: Partial<BlockStyle> = {}): BlockLayouts {
	const document = new ReaderDocument();
	for (const each of entries) document.add(each);
	return new BlockLayouts(document, {...style, ...more});
}

function textsOf(layouts: BlockLayouts): string[] {
	return Array.from({length: layouts.count}, (_, index) => layouts.linesOf(index)).flatMap(lines =>
		lines.map(line => textOf(line).trimEnd()),
	);
}

test('prompts keep the marks that were typed, answers are drawn, thinking is dim', () => {
	const layouts = layoutsOf([
		entry('user', '- **do** it\n- and *that*'),
		entry('thinking', '**Planning**\n\n- `look` first'),
		entry('assistant', '## Done\n\n- **all** of it'),
	]);
	expect(textsOf(layouts)).toEqual([
		' ┃ - do it',
		' ┃ - and that',
		'',
		'   ▾ thinking  3 words',
		'       Planning',
		'',
		'       • look first',
		'',
		'   Done',
		'',
		'   • all of it',
	]);
	const thought = layouts.linesOf(1).flat();
	expect(thought.find(({text}) => text === 'look')?.role).toBe('dim');
	expect(thought.find(({text}) => text === 'Planning')?.role).toBeUndefined();
});

test('both screens show it', async () => {
	const session = {
		id: 's',
		title: 'The session',
		entries: [entry('user', 'How?'), entry('assistant', '| a | b |\n|---|---|\n| `x` | **y** |\n\n1. one\n2. two')],
	};
	const {press, shows, frame} = await openExplorer(fakeLibrary([session]));
	await shows(/x │ y/);
	expect(frame()).toContain('a │ b');
	press('enter');
	await shows('prompt 1/1');
	expect(frame()).toMatch(/x │ y/);
	expect(frame()).toContain('1. one');
	expect(frame()).not.toContain('**');
});

test('code is drawn again when its language is ready, and a frame is asked for', async () => {
	let frames = 0;
	const explorer = new Explorer({
		source: fakeLibrary([]),
		onChange: () => frames++,
		onQuit() {},
		onSuspend() {},
		canSuspend: true,
		now: afternoon,
	});
	const layouts = layoutsOf([entry('assistant', '```nix\nlet a = "b"; in a\n```')]);
	const rolesOf = () =>
		layouts
			.linesOf(0)
			.flat()
			.map(({role}) => role);
	expect(rolesOf()).not.toContain('syntax-string');
	const asked = frames;
	await prepareLanguage('nix');
	expect(frames).toBe(asked + 1);
	expect(rolesOf()).toContain('syntax-string');
	explorer.close();
	await prepareLanguage('perl');
	expect(frames).toBe(asked + 1);
});

test('a hit in an address that is not drawn counts, and is known not to be seen', () => {
	const text = `a hit, [text](https://x.org/${'a'.repeat(70)}/hit) and **another hit**`;
	const marks = (whole: string) => Array.from(whole.matchAll(/hit/g), ({index}) => [index, index + 3] as const);
	const layouts = layoutsOf([entry('assistant', text)], {marks});
	expect([0, 1, 2].map(hit => layouts.hasHit(0, hit))).toEqual([true, false, true]);
	layouts.point(0, 2);
	const here = layouts
		.linesOf(0)
		.flat()
		.filter(({role}) => role === 'here');
	expect(here).toEqual([expect.objectContaining({text: 'hit', hit: 2})]);
});
