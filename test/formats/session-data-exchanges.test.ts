/** What other programs' SessionData says of its exchanges is written again as it was. */
import {expect, it} from 'vitest';
import type {Fields} from '../../source/adapters/fields.ts';
import {openFormatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {openFormats} from '../../source/formats/open-formats.ts';
import {readSessionData} from '../../source/formats/session-data/read-session-data.ts';
import {writeSessionData} from '../../source/formats/session-data/write-session-data.ts';
import {validate} from '../../source/formats/validate.ts';
import {madeExport, writtenText} from '../helpers/made-export.ts';

type Exchange = {
	readonly exchangeId?: string;
	readonly startTime?: string;
	readonly endTime?: string;
	readonly messages: ReadonlyArray<{readonly id?: string}>;
};

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
const message = (role: 'user' | 'agent', id: string, second?: number) => ({
	id,
	...(second === undefined ? undefined : {timestamp: at(second)}),
	role,
	content: [{type: 'text', text: `says ${id}`}],
});

function documentOf(exchanges: readonly Exchange[]): Fields {
	return {
		schemaVersion: '1.0',
		provider: {id: 'claude', name: 'Claude Code', version: '1'},
		sessionId: 's',
		createdAt: at(0),
		workspaceRoot: '/a',
		exchanges,
	};
}

const entriesOf = (document: Fields) => readSessionData(document).records.flatMap(({entries}) => entries);

/** What is written of it, and must stay so when it is read and written once more. */
async function writtenAgain(exchanges: readonly Exchange[]) {
	const text = await writtenText(madeExport(entriesOf(documentOf(exchanges))), writeSessionData);
	const written = JSON.parse(text) as Fields & {exchanges: Exchange[]};
	expect(await validate('session-data', written)).toEqual([]);
	expect(await writtenText(madeExport(entriesOf(written)), writeSessionData)).toBe(text);
	return written.exchanges.map(each => [
		each.exchangeId,
		each.startTime,
		each.endTime,
		each.messages.map(({id}) => id).join(' '),
	]);
}

const told: readonly Exchange[] = [
	{
		exchangeId: 'ex_0_9f86d081',
		startTime: at(1),
		endTime: at(9),
		messages: [message('user', 'u1', 2), message('agent', 'a1', 3)],
	},
	// Begins without a prompt, with times that its messages do not have.
	{exchangeId: 'later', startTime: at(10), endTime: at(19), messages: [message('agent', 'a2')]},
	// As we would write it ourselves.
	{
		exchangeId: 'ex_2',
		startTime: at(20),
		endTime: at(21),
		messages: [message('user', 'u3', 20), message('agent', 'a3', 21)],
	},
];
const kept = [
	['ex_0_9f86d081', at(1), at(9), 'u1 a1'],
	['later', at(10), at(19), 'a2'],
	['ex_2', at(20), at(21), 'u3 a3'],
];

it('keeps ids and times of exchanges', async () => {
	expect(await writtenAgain(told)).toEqual(kept);
});

it('keeps them on the way through every other format', async () => {
	for (const through of openFormatIds) {
		const text = await writtenText(madeExport(entriesOf(documentOf(told))), await formatOf(through).load());
		const document = JSON.parse(text) as Fields;
		expect(await validate(through, document), through).toEqual([]);
		const {records} = openFormats.find(({id}) => id === through)!.read(document);
		const back = await writtenText(madeExport(records.flatMap(({entries}) => entries)), writeSessionData);
		const {exchanges} = JSON.parse(back) as {exchanges: Exchange[]};
		expect(
			exchanges.map(({exchangeId, startTime, endTime}) => [exchangeId, startTime, endTime]),
			through,
		).toEqual(kept.map(each => each.slice(0, 3)));
	}
});

it('gives each of several prompts in one exchange its own, and the end to the last', async () => {
	const messages = [
		message('user', 'u1', 1),
		message('agent', 'a1', 2),
		message('user', 'u2', 3),
		message('agent', 'a2', 4),
	];
	expect(await writtenAgain([{exchangeId: 'both', startTime: at(0), endTime: at(9), messages}])).toEqual([
		['both', at(0), at(2), 'u1 a1'],
		['ex_2', at(3), at(9), 'u2 a2'],
	]);
});

it('never writes one id twice, and takes only what fits', async () => {
	expect(
		await writtenAgain([
			{exchangeId: 'ex_2', messages: [message('user', 'u1', 1)]},
			{messages: [message('user', 'u2', 2)]},
			{exchangeId: 'ex_2', endTime: 'never', messages: [message('user', 'u3', 3)]},
		]),
	).toEqual([
		['ex_2', at(1), at(1), 'u1'],
		['ex_2~2', at(2), at(2), 'u2'],
		['ex_2~3', at(3), at(3), 'u3'],
	]);
});

it('tells nothing of exchanges as we write them', () => {
	expect(entriesOf(documentOf(told.slice(2))).map(({exchange}) => exchange)).toEqual([{id: 'ex_2'}, undefined]);
	const own = [{...told[2]!, exchangeId: 'ex_1'}];
	expect(entriesOf(documentOf(own)).map(({exchange}) => exchange)).toEqual([undefined, undefined]);
});
