import {compareSides, type SidesCompared} from '../../compare/compare-sides.ts';
import type {Hunk} from '../../compare/compare-steps.ts';
import {type ComparedSide, largestWhole, readComparedSide} from '../../compare/side.ts';
import {describeError} from '../describe-error.ts';
import {isBefore, lastPosition, linesFrom, moveBy, type Position, start} from '../reader/scroll.ts';
import type {ListedSession, SessionSource} from '../session-source.ts';
import type {Line} from '../theme.ts';
import {fileLines} from './file-lines.ts';
import {hunkLines} from './hunk-lines.ts';

/** A session, or one of its branches. */
export type Side = {readonly ref: ListedSession; readonly branch?: number};

/** Two sessions side by side while they are looked at: where they differ, and where one is. */
export class ComparisonView {
	compared: SidesCompared | undefined;
	failure: string | undefined;
	shows: 'turns' | 'files' = 'turns';
	private position: Position = start;
	private columns = 80;
	private rows = 1;
	/** The hunks in pieces of one step: what is laid out does not depend on how long a hunk is. */
	private pieces: readonly Hunk[] = [];
	private readonly laidOut = new Map<number, readonly Line[]>();
	private readonly stopping = new AbortController();

	constructor(
		readonly wanted: readonly [Side, Side],
		private readonly source: SessionSource,
		private readonly onChange: () => void,
	) {}

	async load(): Promise<void> {
		try {
			const [left, right] = [await this.read(this.wanted[0]), await this.read(this.wanted[1])];
			if (this.stopping.signal.aborted) return;
			this.compared = compareSides(left, right);
			this.pieces = this.compared.hunks.flatMap(inSteps);
		} catch (error) {
			if (this.stopping.signal.aborted) return;
			this.failure = describeError(error);
		}
		this.onChange();
	}

	close(): void {
		this.stopping.abort();
	}

	resize(columns: number, rows: number): void {
		this.rows = rows;
		if (columns === this.columns) return;
		this.columns = columns;
		this.laidOut.clear();
		this.position = {block: this.position.block, line: 0};
	}

	/** Turns, or the files each side leaves. */
	toggle(): void {
		this.shows = this.shows === 'turns' ? 'files' : 'turns';
		this.position = start;
		this.laidOut.clear();
	}

	get lines(): Line[] {
		return linesFrom(this.blocks, this.position, this.rows);
	}

	scrollBy(lines: number): void {
		const moved = moveBy(this.blocks, this.position, Number.isFinite(lines) ? lines : 0);
		const last = lastPosition(this.blocks, this.rows);
		if (lines === Number.POSITIVE_INFINITY) this.position = last;
		else if (lines === Number.NEGATIVE_INFINITY) this.position = start;
		else
			this.position =
				lines > 0 && isBefore(last, moved) ? (isBefore(last, this.position) ? this.position : last) : moved;
	}

	/** To the next difference, or the one before; tells whether there was one. */
	goToDifference(direction: 1 | -1): boolean {
		const {count} = this.blocks;
		for (let block = this.position.block + direction; block >= 0 && block < count; block += direction) {
			if (!this.isDifference(block)) continue;
			this.position = {block, line: 0};
			return true;
		}
		return false;
	}

	private isDifference(block: number): boolean {
		const {pieces, compared} = this;
		const {files = []} = compared ?? {};
		if (this.shows === 'files') return files[block]?.status !== 'same';
		// Of a row of differences the first.
		return pieces[block]?.kind !== 'equal' && (block === 0 || pieces[block - 1]?.kind === 'equal');
	}

	private get blocks() {
		const {files = []} = this.compared ?? {};
		const count = this.shows === 'files' ? files.length : this.pieces.length;
		return {count, linesOf: (index: number) => this.linesOf(index)};
	}

	private linesOf(index: number): readonly Line[] {
		let lines = this.laidOut.get(index);
		if (!lines) {
			const {columns, pieces} = this;
			const {files} = this.compared!;
			lines = this.shows === 'files' ? fileLines(files[index]!, columns) : hunkLines(pieces[index]!, columns);
			if (this.laidOut.size > 500) this.laidOut.clear();
			this.laidOut.set(index, lines);
		}
		return lines;
	}

	private async read({ref, branch}: Side): Promise<ComparedSide> {
		const history = await this.source.history(ref, {signal: this.stopping.signal});
		const isWhole = ref.size <= largestWhole;
		return readComparedSide(history.session, branch, history.entries(branch, {isWhole}), isWhole);
	}
}

function inSteps(hunk: Hunk): readonly Hunk[] {
	if (hunk.kind !== 'left' && hunk.kind !== 'right') return [hunk];
	return hunk.steps.map(step => ({kind: hunk.kind, steps: [step]}));
}
