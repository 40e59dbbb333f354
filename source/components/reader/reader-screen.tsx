import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {Lines} from '../lines.tsx';
import type {Line} from '../theme.ts';

export type ReaderScreenProps = {
	readonly layout: Layout;
	readonly header: Line;
	readonly lines: readonly Line[];
	readonly message: string;
};

/** One session to read. */
export function ReaderScreen({layout, header, lines, message}: ReaderScreenProps) {
	return (
		<Frame layout={layout} header={header} footer={footerLine('reader', message, layout.columns)}>
			<Lines lines={lines} width={layout.columns} height={layout.bodyRows} />
		</Frame>
	);
}
