/** Values of SQL that stand apart from their names: `INSERT INTO users (name, password) VALUES ('jo', '…')`. */
import {ruleForKey} from './assignments.ts';
import type {Rule} from './rule.ts';
import {isSecretUnder} from './secret-names.ts';

const head =
	/insert into [\w."`[\]]{1,120}\s{0,4}\((?<columns>[\w\s,"`[\]]{1,1000})\)(?:\s|\\{1,8}n){0,40}values(?:\s|\\{1,8}n){0,40}/iy;

/** One value and what parts it from the next: a text (`'O''Brien'`, `N'…'`), or anything without one. */
const value =
	/\s{0,20}(?:(?:[A-Za-z_]\w{0,10})?(?<quote>\\{0,8}['"])(?<text>(?:(?!\k<quote>)[^\n]|\k<quote>\k<quote>){0,400})\k<quote>\s{0,20}(?=[,)])|[^\s,()'"][^,()'"\n]{0,200}(?:\([^()\n]{0,200}\)[ ]{0,4})?)(?<sign>[,)])/dy;

const nextRow = /\s{0,4},?(?:\s|\\{1,8}n){0,40}\(/y;

const mostRows = 200;

export const inserts: Rule = {
	id: 'secret',
	name: 'named secret',
	group: 'assignment',
	isCaseless: true,
	keywords: ['insert into '],
	find(text, at, found) {
		head.lastIndex = at;
		const columns = head.exec(text)?.groups?.columns;
		if (columns === undefined) return undefined;
		const keys = columns.split(',').map(name => ruleForKey(name.replace(/[\s"`[\]]/g, '')));
		if (keys.every(key => key === undefined)) return undefined;
		let from = head.lastIndex;
		for (let row = 0; row < mostRows; row++) {
			nextRow.lastIndex = from;
			if (!nextRow.test(text)) return from;
			from = nextRow.lastIndex;
			for (let column = 0; column < keys.length; column++) {
				value.lastIndex = from;
				const match = value.exec(text);
				if (!match) return from;
				const [key, place] = [keys[column], match.indices!.groups!.text];
				if (key && place && isSecretUnder(key.isPassword, key.word, match.groups!.text!, 'bare'))
					found.push({start: place[0], end: place[1], rule: key.rule});
				from = value.lastIndex;
				if (match.groups!.sign === ')') break;
			}
		}
		return from;
	},
};
