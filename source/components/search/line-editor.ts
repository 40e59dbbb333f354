import {type Cluster, clustersOf} from '../../text/clusters.ts';
import {sanitize} from '../../text/sanitize.ts';

/** A pasted file is no query. */
const longest = 1000;

/** A line of text while somebody types it. The cursor never stands inside what a reader takes for one character. */
export class LineEditor {
	text = '';
	/** In UTF-16 units. */
	cursor = 0;
	/** The first character in sight, where the line is longer than its room. */
	first = 0;
	/** The characters of a text, split once. */
	private split: {readonly text: string; readonly clusters: readonly Cluster[]} = {text: '', clusters: []};

	get clusters(): readonly Cluster[] {
		if (this.split.text !== this.text) this.split = {text: this.text, clusters: clustersOf(this.text)};
		return this.split.clusters;
	}

	/** The how-manieth character the cursor is on. */
	get cursorIndex(): number {
		return this.boundaries().indexOf(this.cursor);
	}

	set(text: string, cursor = text.length): void {
		this.text = text;
		this.cursor = this.boundaries().find(boundary => boundary >= cursor) ?? text.length;
	}

	/** Typed or pasted: one line, and nothing that a terminal would act on. */
	insert(piece: string): void {
		const after = this.text.slice(this.cursor);
		// Together with what stands before it: a mark alone is nothing, after its letter it is.
		const room = Math.max(0, longest - this.text.length);
		const before = clean(this.text.slice(0, this.cursor) + piece.slice(0, room).toWellFormed());
		this.set(before + after, before.length);
	}

	move(by: 1 | -1): void {
		const boundaries = this.boundaries();
		this.cursor = boundaries[boundaries.indexOf(this.cursor) + by] ?? this.cursor;
	}

	moveWord(by: 1 | -1): void {
		this.set(this.text, by < 0 ? this.wordStart() : this.wordEnd());
	}

	moveToStart(): void {
		this.cursor = 0;
	}

	moveToEnd(): void {
		this.cursor = this.text.length;
	}

	erase(by: 1 | -1): void {
		const from = this.cursor;
		this.move(by);
		this.cut(Math.min(from, this.cursor), Math.max(from, this.cursor));
	}

	eraseWord(): void {
		this.cut(this.wordStart(), this.cursor);
	}

	eraseToStart(): void {
		this.cut(0, this.cursor);
	}

	eraseToEnd(): void {
		this.cut(this.cursor, this.text.length);
	}

	/** Scrolls sideways as little as is needed to have the cursor in sight. */
	fitTo(columns: number): void {
		const widths = this.clusters.map(({width}) => width);
		const at = Math.max(0, this.cursorIndex);
		const widthBetween = (from: number, to: number) => widths.slice(from, to).reduce((sum, width) => sum + width, 0);
		this.first = Math.min(this.first, at);
		// The cursor needs a column of its own behind the text, and each side that goes on an ellipsis.
		const needed = (first: number) => widthBetween(first, at) + (widths[at] ?? 1) + (first > 0 ? 1 : 0) + 1;
		while (this.first < at && needed(this.first) > columns) this.first++;
		// What fits again comes back into sight.
		while (this.first > 0 && widthBetween(this.first - 1, widths.length) + 3 <= columns) this.first--;
	}

	private cut(from: number, to: number): void {
		const before = this.text.slice(0, from);
		this.set(clean(before + this.text.slice(to)), from);
	}

	private wordStart(): number {
		return this.text.slice(0, this.cursor).search(/\S*\s*$/);
	}

	private wordEnd(): number {
		return this.cursor + /^\s*\S*/.exec(this.text.slice(this.cursor))![0].length;
	}

	private boundaries(): number[] {
		const boundaries = [0];
		for (const {text} of this.clusters) boundaries.push(boundaries.at(-1)! + text.length);
		return boundaries;
	}
}

/** What has no place of its own on the screen has none in the line: every piece of it can be reached and erased. */
function clean(text: string): string {
	return clustersOf(sanitize(text).replace(/[\n\t]/g, ' '))
		.map(cluster => cluster.text)
		.join('');
}
