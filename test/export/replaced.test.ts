import {expect, it} from 'vitest';
import {addReplaced, adviseReplaced, placesReplaced, type Replaced} from '../../source/actions/export/replaced.ts';
import {Redactor} from '../../source/redact/redactor.ts';

function advice(text: string, homePaths: boolean): string | undefined {
	const redactor = new Redactor({homePaths});
	redactor.text(text);
	const replaced: Replaced = new Map();
	for (const finding of redactor.report()) addReplaced(replaced, finding);
	return adviseReplaced(replaced);
}

it.each([
	['in /home/jo/app', false, undefined],
	['in /home/jo/app', true, 'replaced: 1 home folder'],
	['ask jo.smith@acme.io', true, 'replaced: 1 e-mail address (--no-redact keeps them)'],
	[
		'jo.smith@acme.io in /home/jo/app',
		true,
		'replaced: 1 e-mail address, 1 home folder (--no-redact keeps all but the home folders)',
	],
])('says how to keep what is kept that way: %s', (text, homePaths, words) => {
	expect(advice(text, homePaths)).toBe(words);
});

it('says where, each place once', () => {
	const all: Replaced = new Map();
	const email = {kind: 'email', name: 'e-mail address', different: 1};
	addReplaced(all, {...email, count: 2, places: ['u1 user', 'a1 assistant']});
	addReplaced(all, {...email, count: 1, places: ['u1 user']});
	expect(placesReplaced(all)).toEqual(['  3 e-mail addresses first in u1 user, a1 assistant']);
	expect(placesReplaced(new Map([['email', {name: 'e-mail address', number: 1, places: []}]]))).toEqual([]);
});
