import {Text} from 'ink';
import {ComparisonScreen} from './compare/comparison-screen.tsx';
import type {Explorer} from './explorer.ts';
import {ExportScreen} from './export/export-screen.tsx';
import {FaultBoundary} from './fault/fault-boundary.tsx';
import {FaultScreen} from './fault/fault-screen.tsx';
import {HelpScreen} from './help/help-screen.tsx';
import {smallest} from './layout.ts';
import {ListScreen} from './list/list-screen.tsx';
import {listView} from './list/list-view.ts';
import {PagesScreen} from './overlay/pages-screen.tsx';
import {ReaderScreen} from './reader/reader-screen.tsx';
import {readerView} from './reader/reader-screen-view.ts';
import {TreeScreen} from './tree/tree-screen.tsx';

type RootProps = {
	readonly explorer: Explorer;
	readonly isDemo: boolean;
};

/** The screen that is open, made from what the explorer knows at this moment. */
export function Root(props: RootProps) {
	const {explorer} = props;
	return (
		<FaultBoundary key={explorer.faults.left} explorer={explorer}>
			<OpenScreen {...props} />
		</FaultBoundary>
	);
}

function OpenScreen({explorer, isDemo}: RootProps) {
	const {layout, message, help, pages, comparison, tree, form, reader, faults, menu, confirmation} = explorer;
	if (layout.columns < smallest.columns || layout.rows < smallest.rows) {
		return <Text wrap="truncate">{'The window is too small.'.slice(0, layout.columns)}</Text>;
	}
	if (faults.current) return <FaultScreen layout={layout} fault={faults.current} message={message} />;
	if (help) return <HelpScreen layout={layout} help={help} message={message} />;
	if (form) return <ExportScreen {...{layout, form, message, confirmation}} />;
	if (pages) return <PagesScreen layout={layout} pages={pages} message={message} />;
	if (comparison) return <ComparisonScreen {...{layout, message, menu, confirmation}} view={comparison} />;
	if (tree) return <TreeScreen {...{layout, message, menu}} view={tree} />;
	if (reader) return <ReaderScreen {...readerView(explorer, reader)} />;
	return <ListScreen {...listView(explorer, isDemo)} />;
}
