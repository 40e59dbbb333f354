import type {SidesCompared} from '../../compare/compare-sides.ts';
import type {ComparedSide} from '../../compare/side.ts';
import {filesWords, partingWords, sideTitle, sideWords} from '../../compare/side-words.ts';
import {footerLine, questionLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {cutLine, joinSpans, lineWidth, spread} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Confirmation} from '../overlay/confirmation.ts';
import type {Menu} from '../overlay/menu.ts';
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
	const [left, right] = view.compared?.sides ?? [];
	const head: Line[] = left && right ? [sideLine(left, 'A', columns), sideLine(right, 'B', columns), []] : [];
	const footer = confirmation
		? questionLine(confirmation.question, columns)
		: footerLine(menu ? 'menu' : 'compare', message, columns);
	return (
		<Frame layout={layout} header={headerLine(view, columns)} footer={footer} menu={menu}>
			<Lines lines={[...head, ...bodyOf(view)]} width={columns} height={bodyRows} />
		</Frame>
	);
}

/** Rows above the differences: the two sides, and a blank. */
export const headRows = 3;

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
	return spread(left, [...asManyAsFit(sumsOf(compared), room), {text: ' '}], columns);
}

function sumsOf(compared: SidesCompared): Span[] {
	const {summary, files} = compared;
	return [
		{text: `${summary.equal} same`, role: 'dim'},
		{text: `${summary.changed} changed`},
		{text: `${summary.onlyLeft} only A`, role: 'removed'},
		{text: `${summary.onlyRight} only B`, role: 'added'},
		{text: filesWords(files), role: 'dim'},
		{text: partingWords(compared), role: 'fork'},
	];
}

/** The first are worth most. */
function asManyAsFit(spans: readonly Span[], columns: number): Line {
	let shown = spans.filter(({text}) => text !== '');
	while (shown.length > 1 && lineWidth(joinSpans(shown)) > columns) shown = shown.slice(0, -1);
	return joinSpans(shown);
}

/** The title keeps at least so much room. */
const leastTitle = 24;

function sideLine(side: ComparedSide, name: string, columns: number): Line {
	const {session, branch, facts} = side;
	const who: Line = [
		{text: ` ${name} `, role: 'key'},
		{text: `${session.agent} `, role: `agent:${session.agent}`},
		{text: `${session.id.slice(0, 8)}${branch === undefined ? '' : ` branch ${branch}`}  `, role: 'dim'},
	];
	const words = sideWords(facts).map((text): Span => ({text, role: / errors?$/.test(text) ? 'error' : 'dim'}));
	const title: Line = [{text: sideTitle(side), role: 'title'}];
	const told = asManyAsFit(words, columns - lineWidth(who) - Math.min(leastTitle, lineWidth(title)) - 2);
	const left: Line = [...who, ...title];
	return cutLine(spread(left, [...told, {text: ' '}], columns), columns);
}
