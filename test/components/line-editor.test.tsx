import {describe, expect, test} from 'vitest';
import {LineEditor} from '../../source/components/search/line-editor.ts';
import {lineView} from '../../source/components/search/line-view.ts';
import {widthOf} from '../../source/text/width.ts';
import {textOf} from '../helpers/fake-explorer.tsx';

function typed(text: string): LineEditor {
	const editor = new LineEditor();
	for (const character of text) editor.insert(character);
	return editor;
}

/** The text with the cursor in it. */
function shown({text, cursor}: LineEditor): string {
	return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe('a typed line', () => {
	test('takes letters, and erases them on both sides of the cursor', () => {
		const editor = typed('retry web');
		editor.move(-1);
		editor.move(-1);
		editor.erase(-1);
		expect(shown(editor)).toBe('retry |eb');
		editor.erase(1);
		expect(shown(editor)).toBe('retry |b');
		editor.eraseWord();
		expect(shown(editor)).toBe('|b');
		editor.erase(-1);
		expect(shown(editor)).toBe('|b');
	});

	test('moves by words and to both ends', () => {
		const editor = typed('one two  three');
		editor.moveWord(-1);
		expect(shown(editor)).toBe('one two  |three');
		editor.moveWord(-1);
		expect(shown(editor)).toBe('one |two  three');
		editor.moveWord(1);
		expect(shown(editor)).toBe('one two|  three');
		editor.eraseToStart();
		expect(shown(editor)).toBe('|  three');
		editor.moveToEnd();
		editor.insert('!');
		editor.moveToStart();
		editor.eraseToEnd();
		expect(shown(editor)).toBe('|');
	});

	test.each([
		['CJK', '重試', ['重', '試']],
		['a family', '👨‍👩‍👧‍👦a', ['👨‍👩‍👧‍👦', 'a']],
		['an accent that comes by itself', 'e\u0301x', ['e\u0301', 'x']],
		['a flag', '🇩🇪!', ['🇩🇪', '!']],
	])('takes %s for what it is, though it comes in pieces', (_, text, characters) => {
		const editor = typed(text);
		expect(editor.text).toBe(text);
		expect(editor.clusters.map(cluster => cluster.text)).toEqual(characters);
		for (let left = characters.length; left > 0; left--) {
			expect(editor.cursorIndex).toBe(left);
			editor.move(-1);
		}
		editor.erase(1);
		expect(editor.text).toBe(characters.slice(1).join(''));
	});

	test('a paste is one line, and safe', () => {
		const editor = new LineEditor();
		editor.insert('two\nlines\tand \u001B[2J\u001B]0;owned\u0007\u202Emore\r\n');
		expect(editor.text).toBe('two lines and more ');
		editor.insert('\u0301'.repeat(3));
		editor.insert('x'.repeat(100_000));
		expect(editor.text.length).toBeLessThanOrEqual(1000);
		expect(editor.cursor).toBe(editor.text.length);
	});

	test('the cursor never stands inside a character, whatever is done', () => {
		const pieces = ['a', ' ', '重', '👨', '\u200D', '👩', 'e', '\u0301', '🇩', '🇪', '☺', '\uFE0F', 'か', '\u3099'];
		const editor = new LineEditor();
		let seed = 7;
		const random = (most: number) => {
			seed = (seed * 1103515245 + 12345) % 2147483648;
			return seed % most;
		};
		for (let step = 0; step < 600; step++) {
			const acts = [
				() => editor.insert(pieces[random(pieces.length)]!),
				() => editor.insert(pieces[random(pieces.length)]!),
				() => editor.move(random(2) ? 1 : -1),
				() => editor.erase(random(2) ? 1 : -1),
				() => editor.moveWord(random(2) ? 1 : -1),
				() => (random(20) === 0 ? editor.eraseWord() : undefined),
			];
			acts[random(acts.length)]!();
			expect(editor.cursorIndex, JSON.stringify(shown(editor))).toBeGreaterThanOrEqual(0);
			expect(editor.clusters.map(({text}) => text).join('')).toBe(editor.text);
			editor.fitTo(12);
			const line = lineView({editor, isTyping: true}, 12);
			expect(widthOf(textOf(line))).toBeLessThanOrEqual(12);
			expect(line.filter(({role}) => role === 'selection')).toHaveLength(1);
		}
	});
});

describe('a line in its room', () => {
	const view = (editor: LineEditor, columns: number) => {
		editor.fitTo(columns);
		return textOf(lineView({editor, isTyping: true}, columns));
	};

	test('scrolls sideways as little as it must', () => {
		const editor = typed('abcdefghijklmnop');
		expect(view(editor, 10)).toBe('…jklmnop ');
		for (let step = 0; step < 5; step++) editor.move(-1);
		expect(view(editor, 10)).toBe('…jklmnop');
		editor.moveToStart();
		expect(view(editor, 10)).toBe('abcdefghi…');
		editor.moveToEnd();
		editor.eraseWord();
		expect(view(editor, 10)).toBe(' ');
	});

	test('wide characters count two', () => {
		const editor = typed('一二三四五六七八');
		expect(widthOf(view(editor, 10))).toBeLessThanOrEqual(10);
		expect(view(editor, 10)).toContain('八');
	});

	test('marks what is wrong, and not the cursor', () => {
		const editor = typed('a agnt:x b');
		editor.fitTo(40);
		const line = lineView({editor, isTyping: false, problems: [[2, 8]]}, 40);
		expect(line.find(({role}) => role === 'problem')?.text).toBe('agnt:x');
		expect(line.some(({role}) => role === 'selection')).toBe(false);
	});
});
