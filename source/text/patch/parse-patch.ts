/**
 * Patches as agents write them: unified diffs, of one file or several, and the form of `apply_patch`, which names its
 * places by the lines around them. What is neither is passed over: a patch that was cut off shows what there is.
 */
export type FilePatch = {
	name: string;
	/** `new file`, `deleted`, `→ b.ts`; empty for an ordinary change. */
	note: string;
	readonly hunks: Hunk[];
};

export type Hunk = {
	readonly oldLine?: number;
	readonly newLine?: number;
	readonly heading: string;
	readonly lines: string[];
};

const begin = '*** Begin Patch';
const patchMark = /^\*\*\* Begin Patch|^@@ -\d+(?:,\d+)? \+\d|^diff --git /m;

export function isPatch(text: string): boolean {
	return patchMark.test(text);
}

/** A patch may be handed over to a command, in quotes or behind `<<EOF`. */
export function patchInside(text: string): string | undefined {
	const start = text.indexOf(begin);
	if (start < 0) return undefined;
	const end = text.indexOf('*** End Patch', start);
	return text.slice(start, end < 0 ? undefined : end);
}

export function parsePatch(text: string): FilePatch[] {
	const parser = new PatchParser();
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	for (let at = 0; at < lines.length; at++) parser.read(lines[at]!, lines[at + 1]);
	return parser.files.filter(({name, hunks}) => name !== '' || hunks.length > 0);
}

const numberedHunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/;
const namedHunk = /^@@(?: (.*?))?(?: @@)?$/;
const patchFile = /^\*\*\* (Add|Update|Delete) File: (.*)$/;
const moved = /^(?:\*\*\* Move to:|rename to) (.*)$/;
const notes = {Add: 'new file', Update: '', Delete: 'deleted'} as const;

class PatchParser {
	readonly files: FilePatch[] = [];
	private hunk: Hunk | undefined;
	/** Lines that are still to come in a hunk that told how many it has. */
	private left = {old: 0, new: 0};
	/** The second line of a header was read with the first. */
	private isHeaderRead = false;
	/** The file was named, and its header is still to come. */
	private isNamed = false;

	read(line: string, next: string | undefined): void {
		const isUncounted = this.hunk !== undefined && this.hunk.oldLine === undefined;
		const hasHeader = !isUncounted && line.startsWith('--- ') && next?.startsWith('+++ ') === true;
		if (this.left.old > 0 || this.left.new > 0) this.readCounted(line);
		else if (this.isHeaderRead) this.isHeaderRead = false;
		else if (hasHeader) this.readHeader(line.slice(4), next!.slice(4));
		else if (isOfFile(line) || (!this.readPlace(line) && !this.readName(line))) this.readUncounted(line);
	}

	/** Tells whether the line says where to go on. */
	private readPlace(line: string): boolean {
		if (!line.startsWith('@@')) return false;
		const numbered = numberedHunk.exec(line);
		const named = numbered ? undefined : namedHunk.exec(line);
		if (numbered) this.beginNumbered(numbered);
		else if (named) this.beginHunk({heading: named[1] ?? '', lines: []});
		return true;
	}

	/** Tells whether the line says which file is meant, or what becomes of it. */
	private readName(line: string): boolean {
		const [, action, name] = patchFile.exec(line) ?? [];
		const target = moved.exec(line)?.[1];
		const isGit = line.startsWith('diff --git ');
		if (name !== undefined) this.beginFile(name, notes[action as keyof typeof notes]);
		else if (isGit) this.beginFile(/ b\/(.*)$/.exec(line)?.[1] ?? '');
		else if (target !== undefined) this.file.note = `→ ${target}`;
		else if (line.startsWith('deleted file mode')) this.file.note = 'deleted';
		else if (line.startsWith('new file mode')) this.file.note = 'new file';
		else return false;
		this.isNamed ||= isGit;
		return true;
	}

	private get file(): FilePatch {
		if (this.files.length === 0) this.beginFile('');
		return this.files.at(-1)!;
	}

	private beginFile(name: string, note = ''): void {
		this.files.push({name: name.trim(), note, hunks: []});
		this.hunk = undefined;
	}

	/** The names of the two sides; `diff --git` told them already. */
	private readHeader(before: string, after: string): void {
		const [from, to] = namesIn(before, after);
		if (!this.isNamed) this.beginFile(to === '' ? from : to);
		const {file} = this;
		if (from === '') file.note = 'new file';
		else if (to === '') file.note = 'deleted';
		else if (!this.isNamed && from !== to) [file.name, file.note] = [from, `→ ${to}`];
		this.isNamed = false;
		this.isHeaderRead = true;
	}

	private beginNumbered([, oldLine, oldCount, newLine, newCount, heading]: RegExpExecArray): void {
		this.left = {old: Number(oldCount ?? 1), new: Number(newCount ?? 1)};
		this.beginHunk({oldLine: Number(oldLine), newLine: Number(newLine), heading: heading ?? '', lines: []});
	}

	private beginHunk(hunk: Hunk): void {
		this.file.hunks.push(hunk);
		this.hunk = hunk;
	}

	private readCounted(line: string): void {
		if (line.startsWith('\\')) return;
		const isAdded = line.startsWith('+');
		const isRemoved = line.startsWith('-');
		if (!isAdded) this.left.old--;
		if (!isRemoved) this.left.new--;
		this.hunk!.lines.push(line === '' ? ' ' : line);
	}

	private readUncounted(line: string): void {
		if (line !== '' && !isOfFile(line)) return;
		// Between the places of an `apply_patch` nothing stands; elsewhere a blank line is no line of a file.
		if (line === '' && !this.hunk) return;
		if (!this.hunk) this.beginHunk({newLine: this.file.note === 'new file' ? 1 : undefined, heading: '', lines: []});
		// A hunk that told its lines has them all.
		if (this.hunk!.oldLine === undefined) this.hunk!.lines.push(line === '' ? ' ' : line);
	}
}

/** Nearly all lines of a patch are, and nothing else begins like them. */
function isOfFile(line: string): boolean {
	const sign = line.charCodeAt(0);
	return sign === blank || sign === plus || sign === minus;
}

const [blank, plus, minus] = Buffer.from(' +-');

/** Without what `diff` writes before and behind them, and empty for no file. */
function namesIn(before: string, after: string): [string, string] {
	const [from, to] = [before, after].map(header => {
		const name = header.split('\t', 1)[0]!.trim();
		return name === '/dev/null' ? '' : name;
	}) as [string, string];
	const hasPrefixes = /^a\//.test(from) && /^b\//.test(to) && from.slice(2) === to.slice(2);
	return hasPrefixes ? [from.slice(2), to.slice(2)] : [from, to];
}
