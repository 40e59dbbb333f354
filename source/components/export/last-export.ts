import {usualChoice} from '../../actions/export/export-choice.ts';
import {formats} from '../../actions/export/format-table.ts';
import type {LastExport} from './export-form.ts';

const longestFolder = 1000;

/** What a file says of the last export; it may say anything. */
export function readExport(value: unknown): LastExport | undefined {
	const {choice, folder} = fieldsOf(value);
	if (typeof folder !== 'string' || folder === '' || folder.length > longestFolder) return undefined;
	const {format, branch, isRedacted, hidesHome} = fieldsOf(choice);
	return {
		folder,
		choice: {
			format: formats.find(({id}) => id === format)?.id ?? usualChoice.format,
			branch: branch === 'active' || branch === 'all' ? branch : undefined,
			isRedacted: isRedacted !== false,
			hidesHome: hidesHome === true,
		},
	};
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
