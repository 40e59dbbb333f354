import {Box} from 'ink';
import type {ReactNode} from 'react';
import {foldLine} from './fold-line.ts';
import type {Layout} from './layout.ts';
import {rule} from './line-tools.ts';
import {Lines} from './lines.tsx';
import type {Menu} from './overlay/menu.ts';
import {MenuPanel, menuRows} from './overlay/menu-panel.tsx';
import {TextLine} from './text-line.tsx';
import type {Line} from './theme.ts';

type FrameProps = {
	readonly layout: Layout;
	readonly header: Line;
	/** One types into it; the layout knows of it. */
	readonly line?: Line;
	/** One that is longer than a row takes more of them from the body. */
	readonly footer: Line;
	/** Lies over the end of the body. */
	readonly menu?: Menu;
	readonly children: ReactNode;
};

/** What every screen has: a line that says where one is, a body, a line that says what one can do. */
export function Frame({layout, header, line, footer, menu, children}: FrameProps) {
	const panelRows = menu ? menuRows(menu, layout.bodyRows) : 0;
	const room = layout.bodyRows - panelRows;
	const feet = foldLine(footer, layout.columns, room);
	return (
		<Box flexDirection="column" width={layout.columns} height={layout.rows}>
			<TextLine line={header} width={layout.columns} />
			{line && <TextLine line={line} width={layout.columns} />}
			<TextLine line={rule(layout.columns)} width={layout.columns} />
			{/* What lies over a screen with a line has none: the footer stays where it is. */}
			<Box height={room + 1 - feet.length} flexGrow={1} flexShrink={0} overflow="hidden">
				{children}
			</Box>
			{menu && <MenuPanel menu={menu} columns={layout.columns} rows={panelRows} />}
			<TextLine line={rule(layout.columns)} width={layout.columns} />
			<Lines lines={feet} width={layout.columns} height={feet.length} />
		</Box>
	);
}
