import {Box} from 'ink';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {Lines} from '../lines.tsx';
import type {Menu} from '../overlay/menu.ts';
import type {Line} from '../theme.ts';

export type ReaderScreenProps = {
	readonly layout: Layout;
	readonly header: Line;
	/** The whole session as one line, where there is room for it. */
	readonly minimap?: Line;
	readonly lines: readonly Line[];
	/** The prompts, beside the text; instead of it where there is no room for both. */
	readonly outline?: {readonly lines: readonly Line[]; readonly columns: number};
	readonly footer: Line;
	readonly menu?: Menu;
};

/** One session to read. */
export function ReaderScreen({layout, header, minimap, lines, outline, footer, menu}: ReaderScreenProps) {
	const {columns, bodyRows} = layout;
	const width = columns - (outline?.columns ?? 0);
	return (
		<Frame layout={layout} header={header} line={minimap} footer={footer} menu={menu}>
			{outline && (
				<Box>
					<Lines lines={outline.lines} width={outline.columns - 1} height={bodyRows} />
					<Lines lines={bar(bodyRows)} width={1} height={bodyRows} />
				</Box>
			)}
			{width > 0 && <Lines lines={lines} width={width} height={bodyRows} />}
		</Frame>
	);
}

function bar(rows: number): Line[] {
	return Array.from({length: rows}, () => [{text: '│', role: 'dim'}]);
}
