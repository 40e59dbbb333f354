/** What lines of a diff are: unchanged, taken away, put in, the name of a file, the way from one place to the next. */
export type DiffKind = 'same' | 'removed' | 'added' | 'file' | 'gap';

/** Lines of one kind that follow each other. */
export type DiffRun = {
	readonly kind: DiffKind;
	readonly count: number;
	/** The number of the first in its file, where that is known: of removed lines in the old one, of others in the new. */
	readonly line?: number;
};

export type Change = {readonly added: number; readonly removed: number};

export type Diff = {
	/** Lines of a file begin with a blank, `-` or `+`. */
	readonly text: string;
	readonly runs: readonly DiffRun[];
	readonly change: Change;
};

/** Puts a diff together line by line. */
export class DiffBuilder {
	private readonly lines: string[] = [];
	private readonly runs: Array<{kind: DiffKind; count: number; line?: number}> = [];
	/** The next lines in the two files, where they are known. */
	private oldLine: number | undefined;
	private newLine: number | undefined;
	private added = 0;
	private removed = 0;
	private last: {kind: DiffKind; count: number} | undefined;

	file(name: string): void {
		this.push('file', name);
	}

	/** Goes on at another place of the file. */
	goTo({oldLine, newLine, heading = ''}: {oldLine?: number; newLine?: number; heading?: string} = {}): void {
		this.oldLine = oldLine;
		this.newLine = newLine;
		const isFirst = this.last === undefined || this.last.kind === 'file';
		if (!isFirst || heading !== '') this.push('gap', heading);
	}

	same(line: string): void {
		this.signed(` ${line}`);
	}

	remove(line: string): void {
		this.signed(`-${line}`);
	}

	add(line: string): void {
		this.signed(`+${line}`);
	}

	/** A line as patches write it, with its sign before it; with any other letter there it is one that stays. */
	signed(line: string): void {
		if (line.startsWith('-')) {
			this.push('removed', line, this.oldLine);
			this.step(1, 0);
			this.removed++;
		} else if (line.startsWith('+')) {
			this.push('added', line, this.newLine);
			this.step(0, 1);
			this.added++;
		} else {
			this.push('same', line.startsWith(' ') ? line : ` ${line.slice(1)}`, this.newLine);
			this.step(1, 1);
		}
	}

	build(): Diff {
		const change = {added: this.added, removed: this.removed};
		return {text: this.lines.join('\n'), runs: this.runs, change};
	}

	private push(kind: DiffKind, text: string, line?: number): void {
		// A return would be taken for the end of a line, and the lines would not be those of the runs any more.
		this.lines.push(text.includes('\r') ? text.replaceAll('\r', '') : text);
		if (this.last?.kind === kind && kind !== 'file' && kind !== 'gap') {
			this.last.count++;
			return;
		}
		const run = {kind, count: 1, line};
		this.last = run;
		this.runs.push(run);
	}

	private step(oldLines: number, newLines: number): void {
		if (this.oldLine !== undefined) this.oldLine += oldLines;
		if (this.newLine !== undefined) this.newLine += newLines;
	}
}
