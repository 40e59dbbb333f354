/** What documents tell of tools and no agent does, on its way through the other formats. */
import {isFields} from '../../adapters/fields.ts';
import {sessionDataTypes, type ToldTool} from '../../model/tool.ts';
import {besideFrom} from './told-beside.ts';

/** Anything may stand in a document; undefined if there is nothing of it. */
export function toldToolFrom(values: {readonly [name in keyof ToldTool]: unknown}): ToldTool | undefined {
	const {callId, formattedMarkdown, output} = values;
	const type = sessionDataTypes.find(each => each === values.type);
	const beside = besideFrom(values.beside);
	const told: ToldTool = {
		...(typeof callId === 'string' || callId === null ? {callId} : undefined),
		...(beside && {beside}),
		...(type && {type}),
		...(typeof formattedMarkdown === 'string' && {formattedMarkdown}),
		...(isFields(output) && {output}),
	};
	return Object.keys(told).length > 0 ? told : undefined;
}
