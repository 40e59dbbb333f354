import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {Lines} from '../lines.tsx';
import type {Line} from '../theme.ts';

export type ReaderScreenProps = {
	readonly layout: Layout;
	readonly header: Line;
	readonly lines: readonly Line[];
	readonly footer: Line;
};

/** One session to read. */
export function ReaderScreen({layout, header, lines, footer}: ReaderScreenProps) {
	return (
		<Frame layout={layout} header={header} footer={footer}>
			<Lines lines={lines} width={layout.columns} height={layout.bodyRows} />
		</Frame>
	);
}
