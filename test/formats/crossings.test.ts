/** From each open format to each other: a document that was read can be written as any of them. */
import {expect, it} from 'vitest';
import {openFormatIds} from '../../source/formats/format.ts';
import {formatOf} from '../../source/formats/formats.ts';
import {openFormats} from '../../source/formats/open-formats.ts';
import {validate} from '../../source/formats/validate.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureSessions} from '../helpers/every-session.ts';
import {temporaryDirectory} from '../helpers/fixture-home.ts';
import {readBack, written} from '../helpers/written-session.ts';

it('every way between them gives a valid document with every prompt', async () => {
	const folder = temporaryDirectory();
	for (const {adapter, ref, name} of await fixtureSessions()) {
		const history = await adapter.history(ref);
		const prompts = (await collect(history.entries('all'))).filter(({kind}) => kind === 'user').map(({text}) => text);
		for (const from of openFormatIds) {
			const text = await written(history, await formatOf(from).load(), adapter.name, 'all');
			const back = await readBack(text, openFormats.find(({id}) => id === from)!, folder);
			for (const to of openFormatIds) {
				const document = await written(back, await formatOf(to).load(), adapter.name, 'all');
				expect(await validate(to, JSON.parse(document)), `${name} ${from} → ${to}`).toEqual([]);
				for (const prompt of prompts) expect(document, `${name} ${from} → ${to}`).toContain(JSON.stringify(prompt));
			}
		}
	}
}, 120_000);
