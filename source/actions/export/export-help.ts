import {formats} from '../../formats/formats.ts';
import {columns} from '../help-columns.ts';

export function exportHelp(): string {
	return [
		'Formats',
		columns(formats.map(({id, name, summary}) => [id, `${name}: ${summary}`] as const)),
		'',
		'Without --format the name of --output tells it, and Markdown is what it is otherwise. A name that ends in .gz is ' +
			'compressed; one that ends in .ndjson takes several sessions, one a line, and such a file as FILE stands for all of them. Files are written whole or not at all, ' +
			'and never over another one without --force. html, unified and jsonl hold all branches, the others the active one. ' +
			'What was replaced is told by kind, number and place, never by what it was. Exit code 0: all is written, 1: not all ' +
			'that was asked for, 2: nothing, because of how it was asked for or what is there already.',
	].join('\n');
}
