import type {Explorer} from '../explorer.ts';
import {footerLine, questionLine} from '../footer-line.ts';
import {keyStateOf} from '../key-state.ts';
import {cutLine} from '../line-tools.ts';
import {choicesLine} from '../search/choices-line.ts';
import {queryLine} from '../search/query-line.ts';
import type {Line} from '../theme.ts';
import {listHeader} from './list-header.ts';
import type {ListRow} from './list-rows.ts';
import type {ListScreenProps} from './list-screen.tsx';
import {emptyNotice, failureNotice, nothingFoundNotice} from './notices.ts';
import {unusualOrder} from './order-words.ts';
import {previewFailure, previewHead} from './preview-lines.ts';
import type {RowView} from './row-line.ts';

/** What the list screen shows. */
export function listView(explorer: Explorer, isDemo: boolean): ListScreenProps {
	const {layout, scene, totals, news, now} = explorer;
	const {list, search} = scene;
	const header = listHeader(
		{
			totals,
			areAgentsShown: list.areAgentsShown,
			marked: list.marks.count,
			order: list.isRanked ? '' : unusualOrder(list),
			uncounted: list.uncounted,
			position: list.selectedPosition,
			rows: list.count,
			isDemo,
			status: news.status,
			search,
		},
		layout.columns,
	);
	return {
		layout,
		header,
		line: search?.isOpen ? queryLineOf(explorer) : undefined,
		footer: listFooter(explorer),
		menu: explorer.menu,
		rows: list.visible.map((row, at) => rowView(explorer, row, list.top + at === list.selectedRow)),
		notice: noticeFor(explorer),
		preview: previewLines(explorer),
		now,
		hasProject: !list.hasProjectHeadings,
	};
}

function rowView(explorer: Explorer, row: ListRow, isSelected: boolean): RowView {
	const {list, heads, search, matches} = explorer.scene;
	if (row.kind === 'heading') return {row, isSelected};
	if (row.kind === 'session') {
		const {ref} = row;
		const isMarked = list.marks.has(ref);
		return {row, head: heads.get(ref), isSelected, isMarked, isStarred: explorer.isStarred(ref), marks: search?.marker};
	}
	const known = search?.shown && matches?.get(row.ref, search.shown.request);
	return {row, isSelected, match: known?.matches[0], marks: known?.isCurrent ? undefined : search?.marker};
}

function queryLineOf({layout, scene, totals}: Explorer): Line {
	const search = scene.search!;
	const {editor, isTyping, progress} = search;
	const problems = search.problems.map(({start, end}) => [start, end] as const);
	const sessions = totals ? totals.sessions + totals.agentSessions : 0;
	return queryLine({editor, isTyping, problems, progress, sessions}, layout.columns);
}

export function listFooter(explorer: Explorer): Line {
	const {message, place, layout, scene, confirmation} = explorer;
	const {columns} = layout;
	if (confirmation) return questionLine(confirmation.question, columns);
	const {search} = scene;
	const choices = search?.completion && choicesLine(search.completion, columns);
	const problem = search?.failure || (search?.problems[0]?.message ?? '');
	if (message === '' && choices) return choices;
	if (message === '' && problem !== '') return cutLine([{text: ` ${problem}`, role: 'error'}], columns);
	return footerLine(place, message, columns, keyStateOf(explorer));
}

function noticeFor({layout, totals, options, failure, scene}: Explorer): Line[] | undefined {
	if (failure !== undefined) return failureNotice(failure, layout.columns);
	if (!totals) return [];
	if (totals.sessions === 0) return emptyNotice(options.source.places, layout.columns);
	const {search, list} = scene;
	if (!search?.shown || list.count > 0) return undefined;
	const {request, answer} = search.shown;
	return nothingFoundNotice({request, answer: search.progress ?? answer, missing: search.missing}, layout.columns);
}

function previewLines({layout, scene, now}: Explorer): Line[] {
	const pane = layout.preview;
	const {preview, matchPreview, heads, search} = scene;
	const ref = matchPreview?.ref ?? preview.shown;
	if (!pane || !ref) return [];
	const known = heads.get(ref);
	const whole = previewHead(ref, known, pane.columns, now, search?.marker);
	// Below the list there is little room, and the title stands in the row.
	const head = matchPreview && pane.side === 'below' ? [whole[1]!, []] : whole;
	const rows = pane.rows - head.length;
	if (matchPreview) return [...head, ...matchPreview.lines(pane.columns, rows)];
	if (preview.failure !== undefined) return [...head, ...previewFailure(preview.failure, pane.columns)];
	const cwd = known && 'session' in known ? known.session.cwd : undefined;
	return [...head, ...preview.lines(pane.columns, rows, cwd, search?.marker)];
}
