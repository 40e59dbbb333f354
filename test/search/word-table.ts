/** The words of texts as SQLite itself cuts them. */
import Libsql from 'libsql';
import {withCjkPairs} from '../../source/catalog/fulltext/cjk.ts';

export class WordTable {
	private readonly database = new Libsql(':memory:');
	private rows = 0;

	constructor() {
		this.database.exec('CREATE VIRTUAL TABLE words USING fts5(text, tokenize="unicode61 remove_diacritics 2")');
		this.database.exec('CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, instance)');
	}

	/** As they are, or with the runs of CJK characters in pairs. */
	cut(texts: readonly string[], hasPairs = false): string[][] {
		const {database} = this;
		const given = hasPairs ? texts.map(withCjkPairs) : texts;
		database.exec('DELETE FROM words');
		database.exec('BEGIN');
		// Handing over a row at a time takes most of the time; but JSON can't hold everything that a text can.
		if (texts.length > 10_000) {
			const insert = database.prepare('INSERT INTO words (rowid, text) SELECT key + 1, value FROM json_each(?)');
			insert.run(JSON.stringify(given));
		} else {
			const insert = database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
			for (const [at, text] of given.entries()) insert.run(at + 1, text);
		}
		database.exec('COMMIT');
		this.rows = texts.length;
		const all = database
			.prepare(
				`SELECT group_concat(doc || ' ' || term, char(10)) AS words FROM (SELECT doc, term FROM vocabulary ORDER BY doc, "offset")`,
			)
			.get() as {words: string | null};
		const found: string[][] = texts.map(() => []);
		for (const line of all.words?.split('\n') ?? []) {
			const space = line.indexOf(' ');
			found[Number(line.slice(0, space)) - 1]!.push(line.slice(space + 1));
		}
		return found;
	}

	/** Whether each of the texts fits the expression. */
	fits(expression: string): boolean[] {
		const rows = this.database.prepare('SELECT rowid FROM words WHERE words MATCH ?').all(expression) as Array<{
			rowid: number;
		}>;
		const numbers = new Set(rows.map(({rowid}) => rowid));
		return Array.from({length: this.rows}, (_, at) => numbers.has(at + 1));
	}

	close(): void {
		this.database.close();
	}
}
