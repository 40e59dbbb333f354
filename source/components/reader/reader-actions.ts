/** What the keys of the reader do, and those that move in a text. */
import type {Action} from '../../keymap/keymap.ts';
import type {Explorer} from '../explorer.ts';

type ReaderAction = Extract<
	Action,
	| `scroll-${string}`
	| `toggle-${'tools' | 'thinking' | 'side-work' | 'following'}`
	| `${'next' | 'previous'}-${'session' | 'prompt' | 'hit'}`
	| 'find'
>;

export function readerActions(explorer: Explorer): Readonly<Record<ReaderAction, () => void>> {
	return {
		'next-session': () => readNeighbour(explorer, 1),
		'previous-session': () => readNeighbour(explorer, -1),
		'next-prompt': () => goToPrompt(explorer, 1),
		'previous-prompt': () => goToPrompt(explorer, -1),
		'next-hit': () => explorer.reader?.moves.goToHit(1),
		'previous-hit': () => explorer.reader?.moves.goToHit(-1),
		find: () => explorer.reader?.find.open(),
		'toggle-tools': () => explorer.reader?.fold({tools: !explorer.reader.folds.tools}),
		'toggle-thinking': () => explorer.reader?.fold({thinking: !explorer.reader.folds.thinking}),
		'toggle-side-work': () => explorer.reader?.fold({side: !explorer.reader.folds.side}),
		'toggle-following': () => {
			explorer.message = explorer.reader?.moves.toggleFollowing()
				? 'Following: the end stays in sight'
				: 'Not following: what is written is added below';
		},
		'scroll-down': () => scroll(explorer, 1),
		'scroll-up': () => scroll(explorer, -1),
		'scroll-half-page-down': () => scrollPages(explorer, 0.5),
		'scroll-half-page-up': () => scrollPages(explorer, -0.5),
		'scroll-page-down': () => scrollPages(explorer, 1),
		'scroll-page-up': () => scrollPages(explorer, -1),
		'scroll-to-start': () => scrollToEdge(explorer, 'start'),
		'scroll-to-end': () => scrollToEdge(explorer, 'end'),
	};
}

function readNeighbour(explorer: Explorer, direction: 1 | -1): void {
	explorer.scene.list.move(direction);
	explorer.readers.read();
}

function goToPrompt(explorer: Explorer, direction: 1 | -1): void {
	if (explorer.reader?.moves.goToPrompt(direction)) return;
	explorer.message = direction > 0 ? 'No prompt after this one' : 'No prompt before this one';
}

function scroll({help, pages, comparison, reader, layout}: Explorer, lines: number): void {
	const over = help ?? pages ?? comparison;
	if (over) over.scrollBy(lines, layout);
	else reader?.moves.scrollBy(lines);
}

function scrollPages({help, pages, comparison, reader, layout}: Explorer, count: number): void {
	const over = help ?? pages ?? comparison;
	if (over) over.scrollBy(Math.trunc(count * layout.bodyRows), layout);
	else reader?.moves.scrollPages(count);
}

function scrollToEdge({help, pages, comparison, reader, layout}: Explorer, edge: 'start' | 'end'): void {
	const over = help ?? pages ?? comparison;
	if (over) over.scrollBy(edge === 'start' ? -Infinity : Infinity, layout);
	else if (edge === 'start') reader?.moves.scrollToStart();
	else reader?.moves.scrollToEnd();
}
