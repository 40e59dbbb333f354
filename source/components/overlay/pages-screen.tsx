import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {cutLine} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Pages} from './pages.ts';

type PagesScreenProps = {readonly layout: Layout; readonly pages: Pages; readonly message: string};

/** A text over the screen. */
export function PagesScreen({layout, pages, message}: PagesScreenProps) {
	const {columns, bodyRows} = layout;
	const header = cutLine([{text: ` ${pages.title}`, role: 'title'}], columns);
	return (
		<Frame layout={layout} header={header} footer={footerLine('pages', message, columns)}>
			<Lines lines={pages.lines(columns).slice(pages.top, pages.top + bodyRows)} width={columns} height={bodyRows} />
		</Frame>
	);
}
