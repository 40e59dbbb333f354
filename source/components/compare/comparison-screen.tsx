import type {SidesCompared} from '../../compare/compare-sides.ts';
import type {ComparedSide} from '../../compare/side.ts';
import {filesWords, partingWords, sideId, sideTitle, sideWords} from '../../compare/side-words.ts';
import {footerLine, questionLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {cutLine, joinFitting, lineWidth, spread} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Confirmation} from '../overlay/confirmation.ts';
import {type Menu, placeOf} from '../overlay/menu.ts';
import type {Line, Span} from '../theme.ts';
import type {ComparisonView} from './comparison-view.ts';

type ComparisonScreenProps = {
	readonly layout: Layout;
	readonly view: ComparisonView;
	readonly message: string;
	readonly menu?: Menu;
	readonly confirmation?: Confirmation;
};

/** Two sessions, or two branches, beside each other. */
export function ComparisonScreen({layout, view, message, menu, confirmation}: ComparisonScreenProps) {
	const {columns, bodyRows} = layout;
	const head = view.compared ? headOf(view.compared, columns) : [];
	const footer = confirmation
		? questionLine(confirmation.question, columns)
		: footerLine(menu ? placeOf(menu) : 'compare', message, columns);
	return (
		<Frame layout={layout} header={headerLine(view, columns)} footer={footer} menu={menu}>
			<Lines lines={[...head, ...bodyOf(view)]} width={columns} height={bodyRows} />
		</Frame>
	);
}

/** Narrower, what is said about a side has a line of its own. */
const fewestForOneLine = 150;

/** Rows above the differences: the two sides, and what the header has no room for, or a blank. */
export function headRows(columns: number): number {
	return columns < fewestForOneLine ? 5 : 3;
}

function headOf(compared: SidesCompared, columns: number): Line[] {
	const [left, right] = compared.sides;
	const rest: Line = columns < fewestForOneLine ? [{text: '   '}, ...joinFitting(placesOf(compared), columns - 4)] : [];
	return [
		...sideLines(left, 'A', [left, right], columns),
		...sideLines(right, 'B', [left, right], columns),
		cutLine(rest, columns),
	];
}

function bodyOf({failure, compared, lines, shows}: ComparisonView): Line[] {
	if (failure !== undefined) return [[], [{text: `  ✗ They can't be compared: ${failure}`, role: 'error'}]];
	if (!compared) return [[], [{text: '  reading both …', role: 'dim'}]];
	if (shows === 'files' && compared.files.length === 0)
		return [[{text: '  Neither of them wrote a file that can be told.', role: 'dim'}]];
	return lines;
}

function headerLine({compared, shows}: ComparisonView, columns: number): Line {
	const left: Line = [
		{text: ' Compared', role: 'title'},
		{text: shows === 'turns' ? '  turns' : '  files', role: 'dim'},
	];
	if (!compared) return left;
	const room = columns - lineWidth(left) - 3;
	const sums = columns < fewestForOneLine ? sumsOf(compared) : [...sumsOf(compared), ...placesOf(compared)];
	return spread(left, [...joinFitting(sums, room), {text: ' '}], columns);
}

function sumsOf({summary}: SidesCompared): Span[] {
	return [
		{text: `${summary.equal} same`, role: 'dim'},
		{text: `${summary.changed} changed`},
		{text: `${summary.onlyLeft} only A`, role: 'removed'},
		{text: `${summary.onlyRight} only B`, role: 'added'},
	];
}

function placesOf(compared: SidesCompared): Span[] {
	return [
		{text: partingWords(compared), role: 'fork'},
		{text: filesWords(compared.files), role: 'dim'},
	];
}

/** The title keeps at least so much room. */
const leastTitle = 24;

function sideLines(side: ComparedSide, name: string, sides: readonly ComparedSide[], columns: number): Line[] {
	const {session, facts} = side;
	const who: Line = [
		{text: ` ${name} `, role: 'key'},
		{text: `${session.agent} `, role: `agent:${session.agent}`},
		{text: `${sideId(side, sides, ' branch ')}  `, role: 'dim'},
	];
	const words = sideWords(facts).map((text): Span => ({text, role: / errors?$/.test(text) ? 'error' : 'dim'}));
	const title: Line = [{text: sideTitle(side), role: 'title'}];
	const left: Line = [...who, ...title];
	if (columns < fewestForOneLine) {
		// The models stand last, and beside the title.
		const models = words.splice(words.length - Math.min(1, facts.models.length));
		const room = Math.max(0, columns - lineWidth(who) - Math.min(leastTitle, lineWidth(title)) - 2);
		const first = spread(left, [...cutLine(models, room), {text: ' '}], columns);
		return [first, [{text: '   '}, ...joinFitting(words, columns - 4)]].map(line => cutLine(line, columns));
	}
	const told = joinFitting(words, columns - lineWidth(who) - Math.min(leastTitle, lineWidth(title)) - 2);
	return [cutLine(spread(left, [...told, {text: ' '}], columns), columns)];
}
