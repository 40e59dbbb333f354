import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {Layout} from './layout.ts';
import {rule} from './line-tools.ts';
import {TextLine} from './text-line.tsx';
import type {Line} from './theme.ts';

type FrameProps = {
	readonly layout: Layout;
	readonly header: Line;
	/** One types into it; the layout knows of it. */
	readonly line?: Line;
	readonly footer: Line;
	readonly children: ReactNode;
};

/** What every screen has: a line that says where one is, a body, a line that says what one can do. */
export function Frame({layout, header, line, footer, children}: FrameProps) {
	return (
		<Box flexDirection="column" width={layout.columns} height={layout.rows}>
			<TextLine line={header} width={layout.columns} />
			{line && <TextLine line={line} width={layout.columns} />}
			<TextLine line={rule(layout.columns)} width={layout.columns} />
			<Box height={layout.bodyRows} flexShrink={0}>
				{children}
			</Box>
			<TextLine line={rule(layout.columns)} width={layout.columns} />
			<TextLine line={footer} width={layout.columns} />
		</Box>
	);
}
