import {Text} from 'ink';
import type {Explorer} from './explorer.ts';
import {HelpScreen} from './help/help-screen.tsx';
import {smallest} from './layout.ts';
import {ListScreen} from './list/list-screen.tsx';
import {listView} from './list/list-view.ts';
import {ReaderScreen} from './reader/reader-screen.tsx';
import {readerView} from './reader/reader-screen-view.ts';

type RootProps = {
	readonly explorer: Explorer;
	readonly isDemo: boolean;
};

/** The screen that is open, made from what the explorer knows at this moment. */
export function Root({explorer, isDemo}: RootProps) {
	const {layout, message, help, reader} = explorer;
	if (layout.columns < smallest.columns || layout.rows < smallest.rows) {
		return <Text wrap="truncate">{'The window is too small.'.slice(0, layout.columns)}</Text>;
	}
	if (help) return <HelpScreen layout={layout} about={help.about} top={help.top} message={message} />;
	if (reader) return <ReaderScreen {...readerView(explorer, reader)} />;
	return <ListScreen {...listView(explorer, isDemo)} />;
}
