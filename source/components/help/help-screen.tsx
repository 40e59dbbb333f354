import type {Place} from '../../keymap/binding.ts';
import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {Lines} from '../lines.tsx';
import type {Line} from '../theme.ts';
import {helpLines} from './help-lines.ts';

export type HelpScreenProps = {
	readonly layout: Layout;
	/** The screen whose keys are shown. */
	readonly about: Place;
	/** The first line in sight. */
	readonly top: number;
	readonly message: string;
};

/** All keys of a screen, from the keymap. */
export function HelpScreen({layout, about, top, message}: HelpScreenProps) {
	const header: Line = [
		{text: ' Keys', role: 'title'},
		{text: `   of the ${about}`, role: 'dim'},
	];
	return (
		<Frame layout={layout} header={header} footer={footerLine('help', message, layout.columns)}>
			<Lines lines={helpLines(about, layout.columns).slice(top)} width={layout.columns} height={layout.bodyRows} />
		</Frame>
	);
}
