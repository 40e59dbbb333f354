import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {Lines} from '../lines.tsx';
import {lineView} from '../search/line-view.ts';
import {queryRoom} from '../search/query-line.ts';
import type {Line} from '../theme.ts';
import type {Help} from './help.ts';

export type HelpScreenProps = {
	readonly layout: Layout;
	readonly help: Help;
	readonly message: string;
};

/** All keys of a screen, from the keymap. */
export function HelpScreen({layout, help, message}: HelpScreenProps) {
	const {columns, bodyRows} = layout;
	const {about, wanted, editor} = help;
	const header: Line = [
		{text: ' Keys', role: 'title'},
		{text: `   of the ${about}${wanted === '' || editor ? '' : ` with ${wanted}`}`, role: 'dim'},
	];
	const footer: Line = editor
		? [{text: ' / ', role: 'prompt'}, ...lineView({editor, isTyping: true}, queryRoom(columns))]
		: footerLine('help', message, columns);
	return (
		<Frame layout={layout} header={header} footer={footer}>
			<Lines lines={help.lines(columns).slice(help.top)} width={columns} height={bodyRows} />
		</Frame>
	);
}
