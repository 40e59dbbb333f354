import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {recordMedia} from '../../source/actions/raw-record.ts';
import {mediaIn} from '../../source/adapters/media-in.ts';
import {readRecord} from '../../source/adapters/read-record.ts';
import {adapters} from '../../source/adapters/registry.ts';
import {collect} from '../helpers/claude-session.ts';
import {fixtureHome, temporaryDirectory} from '../helpers/fixture-home.ts';

const scenarios = {
	claude: 'claude/tools',
	codex: 'codex/tools',
	gemini: 'gemini/tools',
	opencode: 'opencode/tools',
	cursor: 'cursor/transcripts',
	pi: 'pi',
	copilot: 'copilot/tools',
} as const;

/** The first folder of fixtures that an agent has, where it has no scenario of that name. */
function scenarioOf(name: string): string {
	const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures');
	const isHome = (folder: string) => fs.readdirSync(path.join(fixtures, folder)).some(each => each.startsWith('dot-'));
	if (fs.existsSync(path.join(fixtures, name)) && isHome(name)) return name;
	const [agent] = name.split('/');
	return `${agent}/${fs.readdirSync(path.join(fixtures, agent!)).find(each => isHome(`${agent}/${each}`))}`;
}

describe('a raw record', () => {
	it.each(adapters.map(adapter => [adapter.agent, adapter] as const))(
		'of %s holds what its entry says',
		async (agent, adapter) => {
			const home = fixtureHome(scenarioOf(scenarios[agent as keyof typeof scenarios]));
			const {sessions} = await adapter.discover({path: home, env: {}});
			let checked = 0;
			for (const ref of sessions) {
				const history = await adapter.history(ref);
				for (const {locator, kind, text} of await collect(history.entries())) {
					const {bytes, length} = await readRecord(locator, 10_000_000);
					expect(bytes).toHaveLength(length);
					const record = bytes.toString();
					// The oldest transcripts of Cursor are plain text.
					if (!locator.path.endsWith('.txt')) JSON.parse(record);
					if (kind !== 'user' && kind !== 'assistant') continue;
					const word = /[A-Za-z]{4,}/.exec(text)?.[0];
					if (word) expect(record).toContain(word);
					checked++;
				}
			}
			expect(checked).toBeGreaterThan(0);
		},
	);

	it('is cut where it is long, and says how long it is', async () => {
		const file = path.join(temporaryDirectory(), 'x.jsonl');
		fs.writeFileSync(file, `{"a":1}\n${JSON.stringify({text: 'x'.repeat(1000)})}\n`);
		const {bytes, length} = await readRecord({path: file, offset: 8, length: 1011}, 100);
		expect([bytes.length, length]).toEqual([100, 1011]);
		await expect(readRecord({path: `${file}.gone`, offset: 0, length: 1}, 10)).rejects.toThrow();
	});
});

describe('media of a record', () => {
	const data = Buffer.from('not really a picture').toString('base64');

	it.each([
		['Claude', {message: {content: [{type: 'image', source: {type: 'base64', media_type: 'image/png', data}}]}}],
		['Codex', {payload: {content: [{type: 'input_image', image_url: `data:image/png;base64,${data}`}]}}],
		['Gemini', {content: [{inlineData: {mimeType: 'image/png', data}}]}],
	])('as %s writes it', (_, record) => {
		expect(mediaIn(record)).toEqual([{type: 'image/png', data: Buffer.from('not really a picture')}]);
	});

	it('is none where there only seems to be any', () => {
		expect(mediaIn({data: 'aGk=', type: 'image'})).toEqual([]);
		expect(mediaIn({mimeType: 'text', data: 'aGk='})).toEqual([]);
		expect(mediaIn(['data:,hello', null, 3])).toEqual([]);
	});

	it('is had by its number, or as the only one', async () => {
		const file = path.join(temporaryDirectory(), 'x.jsonl');
		const record = JSON.stringify({content: [{inlineData: {mimeType: 'image/png', data}}]});
		fs.writeFileSync(file, record);
		const locator = {path: file, offset: 0, length: record.length};
		expect((await recordMedia(locator, 0))?.type).toBe('image/png');
		expect((await recordMedia(locator, 7))?.type).toBe('image/png');
	});
});
