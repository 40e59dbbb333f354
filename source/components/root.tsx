import {Text} from 'ink';
import type {Explorer} from './explorer.ts';
import {HelpScreen} from './help/help-screen.tsx';
import {smallest} from './layout.ts';
import {listHeader} from './list/list-header.ts';
import {ListScreen} from './list/list-screen.tsx';
import {emptyNotice, failureNotice} from './list/notices.ts';
import {previewFailure, previewHead} from './list/preview-lines.ts';
import {readerHeader, readerNotice} from './reader/reader-header.ts';
import {ReaderScreen} from './reader/reader-screen.tsx';
import type {Line} from './theme.ts';

type RootProps = {
	readonly explorer: Explorer;
	readonly isDemo: boolean;
};

/** The screen that is open, made from what the explorer knows at this moment. */
export function Root({explorer, isDemo}: RootProps) {
	const {layout, message, now, help, reader} = explorer;
	if (layout.columns < smallest.columns || layout.rows < smallest.rows) {
		return <Text wrap="truncate">{'The window is too small.'.slice(0, layout.columns)}</Text>;
	}
	if (help) return <HelpScreen layout={layout} about={help.about} top={help.top} message={message} />;
	if (reader) {
		const lines = reader.lines;
		return (
			<ReaderScreen
				layout={layout}
				header={readerHeader(reader, layout.columns, now)}
				lines={lines.length > 0 ? lines : readerNotice(reader, layout.columns)}
				message={message || (reader.status.phase === 'failed' ? `Not read to the end: ${reader.status.message}` : '')}
			/>
		);
	}

	const {list, totals, heads} = explorer;
	const header = listHeader(
		{totals, areAgentsShown: list.areAgentsShown, position: list.selectedPosition, rows: list.count, isDemo},
		layout.columns,
	);
	return (
		<ListScreen
			layout={layout}
			header={header}
			message={message}
			rows={list.visible.map((row, at) => ({
				row,
				head: row.kind === 'session' ? heads.get(row.ref) : undefined,
				isSelected: list.top + at === list.selectedRow,
			}))}
			notice={noticeFor(explorer)}
			preview={previewLines(explorer)}
			now={now}
		/>
	);
}

function noticeFor({layout, totals, places, failure}: Explorer): Line[] | undefined {
	if (failure !== undefined) return failureNotice(failure, layout.columns);
	if (!totals) return [];
	return totals.sessions === 0 ? emptyNotice(places, layout.columns) : undefined;
}

function previewLines({layout, preview, heads, now}: Explorer): Line[] {
	const pane = layout.preview;
	if (!pane || !preview.shown) return [];
	const known = heads.get(preview.shown);
	const head = previewHead(preview.shown, known, pane.columns, now);
	const cwd = known && 'session' in known ? known.session.cwd : undefined;
	const rows = pane.rows - head.length;
	if (preview.failure !== undefined) return [...head, ...previewFailure(preview.failure, pane.columns)];
	return [...head, ...preview.lines(pane.columns, rows, cwd)];
}
