/** A picture of a terminal's screen as SVG: text stays text, every cell stays in its column whatever font draws it. */
import {widthOf} from '../../source/text/width.ts';
import type {Emulator} from '../../test/helpers/cells.ts';
import {type Box, boxesOf, isDrawn} from './drawn-glyphs.ts';
import {ink, paletteColour, paper, trueColour} from './palette.ts';

type Look = {
	readonly front: string;
	readonly back: string;
	readonly isDim: boolean;
	readonly isBold: boolean;
	readonly isItalic: boolean;
	readonly isUnderlined: boolean;
	readonly isStruck: boolean;
};

type Cell = {readonly column: number; readonly width: number; readonly text: string; readonly look: Look};

/** Cells side by side that look the same. */
type Run = {readonly from: number; readonly to: number; readonly text: string; readonly look: Look};

const cellWidth = 8;
const cellHeight = 17;
const fontSize = 13.3;
/** From the top of a cell to the line the letters stand on. */
const baseline = 12.8;
const margin = 12;

export function pictureOf(terminal: Emulator, title: string): string {
	const rows = Array.from({length: terminal.rows}, (_, row) => cellsOf(terminal, row));
	// The last row is always free, and so is what a short screen leaves below.
	const used = rows.findLastIndex(cells => cells.some(({text, look}) => text.trim() !== '' || look.back !== paper)) + 1;
	const width = terminal.cols * cellWidth + 2 * margin;
	const height = used * cellHeight + 2 * margin;
	const styles = new Styles();
	const shown = rows.slice(0, used);
	const body = [
		...shown.flatMap(backgrounds),
		...joinedDown(shown.flatMap(drawnGlyphs)).map(({box, fill}) => rectangle(box, fill)),
		...shown.flatMap((cells, row) => runsOf(cells).map(run => written(run, row * cellHeight, styles))),
	];
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
		`<title>${escaped(title)}</title>`,
		`<style>text{font:${fontSize}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;white-space:pre;fill:${ink}}${styles.css}</style>`,
		`<rect width="${width}" height="${height}" rx="8" fill="${paper}"/>`,
		`<g transform="translate(${margin} ${margin})">`,
		...body,
		'</g>',
		'</svg>',
		'',
	].join('\n');
}

function cellsOf(terminal: Emulator, row: number): Cell[] {
	const line = terminal.buffer.active.getLine(terminal.buffer.active.baseY + row)!;
	const cells = Array.from({length: terminal.cols}, (_, column) => {
		const cell = line.getCell(column)!;
		const [front, back] = [
			cell.isFgDefault() ? ink : cell.isFgRGB() ? trueColour(cell.getFgColor()) : paletteColour(cell.getFgColor()),
			cell.isBgDefault() ? paper : cell.isBgRGB() ? trueColour(cell.getBgColor()) : paletteColour(cell.getBgColor()),
		];
		const isInverse = Boolean(cell.isInverse());
		const look: Look = {
			front: isInverse ? back : front,
			back: isInverse ? front : back,
			isDim: Boolean(cell.isDim()),
			isBold: Boolean(cell.isBold()),
			isItalic: Boolean(cell.isItalic()),
			isUnderlined: Boolean(cell.isUnderline()),
			isStruck: Boolean(cell.isStrikethrough()),
		};
		return {column, width: cell.getWidth(), text: cell.getChars() || ' ', look};
	});
	// The terminal of the tests takes emoji for narrow, and the program leaves them a second column, as others need it.
	return cells.flatMap((cell, at) => {
		if (cell.width === 0 || (cells[at - 1] && isWider(cells[at - 1]!) && cell.text === ' ')) return [];
		return isWider(cell) && cells[at + 1]?.text === ' ' ? [{...cell, width: 2}] : [cell];
	});
}

function isWider({text, width}: Cell): boolean {
	return width === 1 && text > '\u007E' && widthOf(text) === 2;
}

function backgrounds(cells: readonly Cell[], row: number): string[] {
	const boxes: Array<{from: number; to: number; colour: string}> = [];
	for (const {column, width, look} of cells) {
		const last = boxes.at(-1);
		if (last?.colour === look.back && last.to === column) last.to = column + width;
		else boxes.push({from: column, to: column + width, colour: look.back});
	}
	return boxes
		.filter(({colour}) => colour !== paper)
		.map(({from, to, colour}) =>
			rectangle([from * cellWidth, row * cellHeight, (to - from) * cellWidth, cellHeight], `fill="${colour}"`),
		);
}

type Drawn = {box: Box; readonly fill: string};

/** Lines that go on from cell to cell are one rectangle. */
function drawnGlyphs(cells: readonly Cell[], row: number): Drawn[] {
	const drawn: Drawn[] = [];
	/** The last one at each height. */
	const open = new Map<string, Drawn>();
	for (const {column, text, look} of cells) {
		if (!isDrawn(text)) continue;
		const fill = `fill="${look.front}"${look.isDim ? ' opacity=".55"' : ''}`;
		for (const box of boxesOf(text, column * cellWidth, row * cellHeight, cellWidth, cellHeight)) {
			const [x, y, width, height] = box;
			const key = `${y} ${height} ${fill}`;
			const before = open.get(key);
			if (before && before.box[0] + before.box[2] === x) before.box = [before.box[0], y, before.box[2] + width, height];
			else {
				const begun = {box, fill};
				open.set(key, begun);
				drawn.push(begun);
			}
		}
	}
	return drawn;
}

/** And so are those that go on from row to row. */
function joinedDown(drawn: readonly Drawn[]): Drawn[] {
	const joined: Drawn[] = [];
	const open = new Map<string, Drawn>();
	for (const each of drawn) {
		const [x, y, width, height] = each.box;
		const key = `${x} ${width} ${each.fill}`;
		const above = open.get(key);
		if (above && above.box[1] + above.box[3] === y) above.box = [x, above.box[1], width, above.box[3] + height];
		else {
			const begun = {...each};
			open.set(key, begun);
			joined.push(begun);
		}
	}
	return joined;
}

/**
 * Texts with one look. Each is told how long it is, so that it ends in its column in any font; what fonts may draw in a
 * width of their own (anything but plain letters) stands alone, so that it can move nothing but itself.
 */
function runsOf(cells: readonly Cell[]): Run[] {
	const runs: Run[] = [];
	let isOpen = false;
	for (const {column, width, text, look} of cells) {
		const isBlank = text === ' ' && !look.isUnderlined && !look.isStruck;
		if (isDrawn(text)) isOpen = false;
		else if (isOpen && isLetter(text) && isSameLook(runs.at(-1)!.look, look)) {
			const {from, text: before} = runs.pop()!;
			runs.push({from, to: column + width, text: before + text, look});
		} else if (!isBlank) {
			runs.push({from: column, to: column + width, text, look});
			isOpen = isLetter(text);
		} else isOpen = false;
	}
	return runs.flatMap(withoutGaps);
}

/** Printable ASCII and Latin letters, which every monospaced font has in one width. */
function isLetter(text: string): boolean {
	return /^[\u0020-\u007E\u00A0-\u017F]$/.test(text);
}

/** Blanks at the end, and wide gaps between words, need not be written. */
function withoutGaps(run: Run): Run[] {
	if (run.look.isUnderlined || run.look.isStruck) return [run];
	return [...run.text.matchAll(/\S(?: ?\S)*/g)].map(match => {
		// One code unit is one column: only letters are joined.
		const from = run.from + (run.text.length === run.to - run.from ? match.index : 0);
		const to = run.text.length === run.to - run.from ? from + match[0].length : run.to;
		return {...run, from, to, text: match[0]};
	});
}

function written({from, to, text, look}: Run, top: number, styles: Styles): string {
	const x = number(from * cellWidth);
	const y = number(top + baseline);
	const length = to - from > 1 ? ` textLength="${number((to - from) * cellWidth)}"` : '';
	// A character in a width of its own stands in the middle of its cells.
	const isAlone = !isLetter(text) && text.length <= 2 && to - from === 1;
	const place = isAlone ? ` x="${number((from + 0.5) * cellWidth)}" text-anchor="middle"` : ` x="${x}"`;
	// Letters keep their shape and move apart; a wide character fills its two columns.
	const stretch = length === '' || isLetter(text[0]!) ? '' : ' lengthAdjust="spacingAndGlyphs"';
	return `<text${place} y="${y}"${length}${stretch}${styles.of(look)}>${escaped(text)}</text>`;
}

function isSameLook(a: Look, b: Look): boolean {
	return (Object.keys(a) as Array<keyof Look>).every(name => a[name] === b[name]);
}

function rectangle([x, y, width, height]: Box, attributes: string): string {
	return `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" ${attributes}/>`;
}

/** One class a look, named in the order they are seen. */
class Styles {
	private readonly names = new Map<string, string>();

	of(look: Look): string {
		const rules = [
			look.front === ink ? '' : `fill:${look.front}`,
			look.isDim ? 'opacity:.62' : '',
			look.isBold ? 'font-weight:700' : '',
			look.isItalic ? 'font-style:italic' : '',
			look.isUnderlined || look.isStruck
				? `text-decoration:${[look.isUnderlined && 'underline', look.isStruck && 'line-through'].filter(Boolean).join(' ')}`
				: '',
		].filter(rule => rule !== '');
		if (rules.length === 0) return '';
		const rule = rules.join(';');
		const name = this.names.get(rule) ?? `s${this.names.size}`;
		this.names.set(rule, name);
		return ` class="${name}"`;
	}

	get css(): string {
		return [...this.names].map(([rule, name]) => `.${name}{${rule}}`).join('');
	}
}

function number(value: number): string {
	return String(Math.round(value * 100) / 100);
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
