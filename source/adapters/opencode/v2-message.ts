/**
 * The second engine keeps a message in one record: `{type, …}` with the content inside. Here it becomes a message with
 * parts like the first engine's, so that everything after this knows only one form.
 */
import type {Locator} from '../../model/locator.ts';
import {type Fields, fieldsOf, isFields, listOf, numberOf, stringOf, textOf} from '../fields.ts';
import type {Message, Part} from './source.ts';

type Converted = Pick<Message, 'id' | 'info' | 'parts' | 'locator'>;

export function fromSecondEngine(id: string, data: Fields | string, locator: Locator): Converted {
	if (typeof data === 'string') return {id, info: data, parts: [], locator};
	const parts = (data.type === 'user' ? userParts(data) : data.type === 'assistant' ? answerParts(data) : []).map(
		(part, index): Part => ({id: `${id}#${index}`, data: part, locator}),
	);
	return {id, info: infoOf(data), parts, locator};
}

function infoOf(data: Fields): Fields {
	const {type, content, text, files, ...rest} = data;
	if (type === 'user') return {...rest, role: 'user'};
	if (type !== 'assistant') return {...data, role: type};
	const model = fieldsOf(data.model);
	return {...rest, role: 'assistant', modelID: model.id, providerID: model.providerID, error: errorOf(data.error)};
}

function userParts(data: Fields): Fields[] {
	const files = listOf(data.files).filter(isFields);
	return [
		...(textOf(data.text) === undefined ? [] : [{type: 'text', text: data.text}]),
		...files.map(filePart),
		...listOf(data.agents)
			.filter(isFields)
			.map(agent => ({type: 'agent', name: agent.name})),
		...listOf(data.skills)
			.filter(isFields)
			.map(skill => ({type: 'text', text: skill.text, synthetic: true})),
	];
}

function filePart(file: Fields): Fields {
	const data = stringOf(file.data);
	const url = stringOf(file.uri) ?? stringOf(file.url) ?? stringOf(fieldsOf(file.source).uri) ?? '';
	const mime = stringOf(file.mime) ?? 'file';
	return {
		type: 'file',
		mime,
		filename: stringOf(file.name),
		url: data === undefined || data.startsWith('data:') ? (data ?? url) : `data:${mime};base64,${data}`,
	};
}

function answerParts(data: Fields): Fields[] {
	return listOf(data.content).map(item => {
		const part = fieldsOf(item);
		return part.type === 'tool' ? toolPart(part) : isFields(item) ? part : {type: 'unknown', value: item};
	});
}

function toolPart(part: Fields): Fields {
	const state = fieldsOf(part.state);
	const time = fieldsOf(part.time);
	const content = listOf(state.content).filter(isFields);
	const output = content
		.filter(item => item.type === 'text')
		.map(item => stringOf(item.text) ?? '')
		.join('\n');
	return {
		type: 'tool',
		tool: part.name,
		callID: part.id,
		state: {
			...state,
			status: state.status === 'streaming' ? 'pending' : state.status,
			output: stringOf(state.output) ?? output,
			error: stringOf(state.error) ?? textOf(fieldsOf(state.error).message),
			attachments: content.filter(item => item.type === 'file').map(filePart),
			time: {start: numberOf(time.ran) ?? numberOf(time.created), end: numberOf(time.completed)},
		},
	};
}

/** `{type, message}` as the first engine would have written it. */
function errorOf(error: unknown): Fields | undefined {
	if (!isFields(error)) return undefined;
	return {name: stringOf(error.name) ?? stringOf(error.type), data: {message: stringOf(error.message)}};
}
