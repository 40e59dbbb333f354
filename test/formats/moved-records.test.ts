/** A record that a compaction put behind itself stands in two places: documents show it in the first. */
import {expect, it} from 'vitest';
import {writeHtml} from '../../source/formats/html/write-html.ts';
import {writeMarkdown} from '../../source/formats/markdown/write-markdown.ts';
import {answer, chain, readSession, user} from '../helpers/claude-session.ts';
import {written} from '../helpers/written-session.ts';

it.each([
	['Markdown', writeMarkdown],
	['HTML', writeHtml],
])('before the fork it stood before: %s', async (_, write) => {
	const first = answer('a1', 'u1', 'first answer');
	const {history} = await readSession([
		user('u1', null, 'prompt one'),
		first,
		user('u2', 'a1', 'prompt two'),
		answer('a2', 'u2', 'second answer'),
		user('u3', 'a1', 'prompt three'),
		answer('a3', 'u3', 'third answer'),
		chain('system', 'b', null, {subtype: 'compact_boundary', logicalParentUuid: 'a3', content: 'Compacted'}),
		{...first, parentUuid: 'b'},
		user('u4', 'a1', 'prompt four'),
		answer('a4', 'u4', 'fourth answer'),
	]);
	const document = await written(history, write, 'Claude Code');
	const places = ['first answer', 'other side', 'third answer', 'fourth answer'].map(words => document.indexOf(words));
	expect(places.every(place => place > 0)).toBe(true);
	expect(places).toEqual(places.toSorted((a, b) => a - b));
	expect(document.split('first answer')).toHaveLength(2);
});
