import {compact, plural} from '../../text/figures.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {clock} from '../../text/times.ts';
import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {cutLine, joinSpans, lineWidth, spread} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Line, Span} from '../theme.ts';
import type {ComparisonView, ReadSide} from './comparison-view.ts';

type ComparisonScreenProps = {readonly layout: Layout; readonly view: ComparisonView; readonly message: string};

/** Two sessions, or two branches, beside each other. */
export function ComparisonScreen({layout, view, message}: ComparisonScreenProps) {
	const {columns, bodyRows} = layout;
	const {sides} = view;
	const head: Line[] = sides ? [sideLine(sides[0], 'A', columns), sideLine(sides[1], 'B', columns), []] : [];
	return (
		<Frame layout={layout} header={headerLine(view, columns)} footer={footerLine('compare', message, columns)}>
			<Lines lines={[...head, ...bodyOf(view)]} width={columns} height={bodyRows} />
		</Frame>
	);
}

/** Rows above the differences: the two sides, and a blank. */
export const headRows = 3;

function bodyOf({failure, comparison, lines, shows, files}: ComparisonView): Line[] {
	if (failure !== undefined) return [[], [{text: `  ✗ They can't be compared: ${failure}`, role: 'error'}]];
	if (!comparison) return [[], [{text: '  reading both …', role: 'dim'}]];
	if (shows === 'files' && files.length === 0)
		return [[{text: '  Neither of them wrote a file that can be told.', role: 'dim'}]];
	return lines;
}

function headerLine({comparison, sides, files, shows}: ComparisonView, columns: number): Line {
	const left: Line = [
		{text: ' Compared', role: 'title'},
		{text: shows === 'turns' ? '  turns' : '  files', role: 'dim'},
	];
	if (!comparison || !sides) return left;
	const {summary} = comparison;
	const facts: Span[] = [
		{text: `${summary.equal} same`, role: 'dim'},
		{text: `${summary.changed} changed`},
		{text: `${summary.onlyLeft} only A`, role: 'removed'},
		{text: `${summary.onlyRight} only B`, role: 'added'},
		{text: filesText(files), role: 'dim'},
		{text: commonText(sides[0], summary.commonAncestor), role: 'fork'},
	];
	// On a narrow screen the sums are worth more than the rest.
	let shown = facts;
	while (shown.length > 1 && lineWidth(left) + lineWidth(joinSpans(shown)) + 4 > columns) shown = shown.slice(0, -1);
	return spread(left, [...joinSpans(shown), {text: ' '}], columns);
}

function filesText(files: ComparisonView['files']): string {
	const differing = files.filter(({status}) => status !== 'same').length;
	return files.length === 0 ? '' : `files: ${files.length - differing} same, ${differing} differ`;
}

function commonText({steps}: ReadSide, id: string | undefined): string {
	const at = id === undefined ? -1 : steps.findIndex(step => step.id === id);
	if (at < 0) return '';
	const prompts = steps.slice(0, at + 1).filter(({kind}) => kind === 'prompt').length;
	const time = clock(steps[at]!.timestamp);
	return `common until prompt ${prompts}${time === '' ? '' : ` (${time})`}`;
}

function sideLine({session, branch, steps}: ReadSide, name: string, columns: number): Line {
	const {input = 0, output = 0, cacheCreation = 0} = session.tokens ?? {};
	const tokens = input + output + cacheCreation;
	const errors = steps.filter(({tool}) => tool?.isError).length;
	const facts = joinSpans([
		{text: plural(steps.filter(({kind}) => kind === 'prompt').length, 'prompt'), role: 'dim'},
		{text: plural(steps.filter(({tool}) => tool).length, 'tool'), role: 'dim'},
		{text: errors > 0 ? plural(errors, 'error') : '', role: 'error'},
		{text: tokens > 0 ? `${compact(tokens)} tokens` : '', role: 'dim'},
		{text: sanitizeLine(session.models?.at(-1) ?? ''), role: 'dim'},
	]);
	const left: Line = [
		{text: ` ${name} `, role: 'key'},
		{text: `${session.agent} `, role: `agent:${session.agent}`},
		{text: `${session.id.slice(0, 8)}${branch === undefined ? '' : ` branch ${branch}`}  `, role: 'dim'},
		{text: sanitizeLine(session.title ?? '') || 'no title', role: 'title'},
	];
	return cutLine(spread(left, [...facts, {text: ' '}], columns), columns);
}
