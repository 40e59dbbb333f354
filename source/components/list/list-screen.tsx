import {Box} from 'ink';
import type {ReactNode} from 'react';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {rule} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Menu} from '../overlay/menu.ts';
import {TextLine} from '../text-line.tsx';
import type {Line} from '../theme.ts';
import {type RowView, rowLine} from './row-line.ts';

export type ListScreenProps = {
	readonly layout: Layout;
	readonly header: Line;
	/** The query line, where it is open. */
	readonly line?: Line;
	readonly footer: Line;
	readonly menu?: Menu;
	/** The rows in sight, or what is said where there are none. */
	readonly rows: readonly RowView[];
	readonly notice?: readonly Line[];
	readonly preview: readonly Line[];
	readonly now: number;
	/** Whether rows name their project. */
	readonly hasProject: boolean;
};

/** The list of sessions with the beginning of the selected one beside or below it. */
export function ListScreen(props: ListScreenProps) {
	const {layout, header, line, footer, menu, rows, notice, preview, now, hasProject} = props;
	const {columns} = layout.list;
	return (
		<Frame layout={layout} header={header} line={line} footer={footer} menu={menu}>
			{notice ? (
				<Lines lines={notice} width={layout.columns} height={layout.bodyRows} />
			) : (
				<Panes layout={layout} preview={preview}>
					<Lines
						lines={rows.map(row => rowLine(row, {columns, now, hasProject}))}
						width={columns}
						height={layout.list.rows}
					/>
				</Panes>
			)}
		</Frame>
	);
}

type PanesProps = {readonly layout: Layout; readonly preview: readonly Line[]; readonly children: ReactNode};

function Panes({layout, preview, children}: PanesProps) {
	const pane = layout.preview;
	if (!pane) return children;
	if (pane.side === 'below') {
		return (
			<Box flexDirection="column">
				{children}
				<TextLine line={rule(layout.columns)} width={layout.columns} />
				<Lines lines={preview} width={pane.columns} height={pane.rows} />
			</Box>
		);
	}
	const bar: Line[] = Array.from({length: pane.rows}, () => [{text: '│', role: 'dim'}]);
	return (
		<Box>
			{children}
			<Lines lines={bar} width={1} height={pane.rows} />
			<Lines lines={preview} width={pane.columns} height={pane.rows} />
		</Box>
	);
}
