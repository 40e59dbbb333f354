import {keyHints} from '../../keymap/key-help.ts';
import {sanitizeLine} from '../../text/sanitize.ts';
import {fit} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import {footerLine} from '../footer-line.ts';
import {Frame} from '../frame.tsx';
import type {Layout} from '../layout.ts';
import {cutLine} from '../line-tools.ts';
import {Lines} from '../lines.tsx';
import type {Line, Role} from '../theme.ts';
import type {Fault} from './faults.ts';

export type FaultScreenProps = {
	readonly layout: Layout;
	readonly fault: Fault;
	readonly message: string;
};

/** An error of our own: what happened, what one can do now, where the details are. */
export function FaultScreen({layout, fault, message}: FaultScreenProps) {
	const {columns, bodyRows} = layout;
	const header: Line = [
		{text: ' recollect', role: 'title'},
		{text: '   something went wrong', role: 'error'},
	];
	return (
		<Frame layout={layout} header={cutLine(header, columns)} footer={footerLine('error', message, columns)}>
			<Lines lines={faultLines(fault, columns)} width={columns} height={bodyRows} />
		</Frame>
	);
}

function faultLines({during, message, log}: Fault, columns: number): Line[] {
	const ways = keyHints('error').map(
		({keys, help}): Line => cutLine([{text: '  '}, {text: fit(keys, 8), role: 'key'}, {text: help}], columns),
	);
	const kept = log === undefined ? 'The details could not be written down.' : `The details are in ${sanitizeLine(log)}`;
	return [
		...paragraph(`An error of recollect itself, during ${during}:`, columns),
		...paragraph(message || 'no message', columns, 'error'),
		...paragraph('The list and your sessions are as they were.', columns),
		[],
		...ways,
		...paragraph(kept, columns, 'dim'),
	];
}

function paragraph(text: string, columns: number, role?: Role): Line[] {
	return [[], ...wrap(text, Math.max(8, columns - 4)).map((line): Line => [{text: `  ${line}`, role}])];
}
