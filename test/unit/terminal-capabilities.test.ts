/** What a terminal is asked, and what is made of its answers and its environment. */
import {describe, expect, test} from 'vitest';
import {backgroundOf, brightnessOf, colorCount} from '../../source/terminal/capabilities/colors.ts';
import {Inquiry} from '../../source/terminal/capabilities/inquiry.ts';
import {questionsFor} from '../../source/terminal/capabilities/questions.ts';
import {type Environment, surroundingsOf} from '../../source/terminal/capabilities/surroundings.ts';
import {imageWay} from '../../source/terminal/images/image-way.ts';
import {reportOf} from '../../source/terminal/report.ts';

const plain = {TERM: 'xterm-256color'};

describe('what stands between us and the terminal', () => {
	test.each<[Environment, string]>([
		[plain, 'plain'],
		[{TERM: 'tmux-256color'}, 'tmux'],
		[{TERM: 'screen-256color', TMUX: '/tmp/tmux-0/default,1,0'}, 'tmux'],
		[{TERM: 'screen.xterm-256color', STY: '1234.pts-0'}, 'screen'],
		[{TERM: 'screen-256color'}, 'screen-like'],
		[{TERM: 'linux'}, 'console'],
		[{}, 'console'],
		[{WT_SESSION: '1'}, 'plain'],
	])('%j', (env, wanted) => expect(surroundingsOf(env)).toBe(wanted));
});

describe('questions', () => {
	test('end with the one that everybody answers', () => {
		expect(questionsFor(plain, true)).toBe('\u001B[?2026$p\u001B]11;?\u0007\u001B[>0q\u001B[c');
		expect(questionsFor(plain, false)).not.toContain(']11');
	});

	test('about kitty graphics go only to who looks like knowing them', () => {
		const asksGraphics = (env: Environment) => questionsFor(env, true).includes('\u001B_G');
		expect(asksGraphics({TERM: 'xterm-kitty'})).toBe(true);
		expect(asksGraphics({TERM: 'xterm-ghostty'})).toBe(true);
		expect(asksGraphics({...plain, KITTY_WINDOW_ID: '1'})).toBe(true);
		expect(asksGraphics(plain)).toBe(false);
		// Tmux would take it for a title.
		expect(asksGraphics({TERM: 'tmux-256color', KITTY_WINDOW_ID: '1', TMUX: 'x'})).toBe(false);
	});

	test.each([{TERM: 'linux'}, {TERM: 'screen-256color'}, {TERM: 'screen', STY: '1'}, {}])(
		'%j is asked nothing',
		env => {
			expect(questionsFor(env, true)).toBe('');
		},
	);

	test('Apple’s terminal is not asked what it would print', () => {
		expect(questionsFor({...plain, TERM_PROGRAM: 'Apple_Terminal'}, true)).toBe('\u001B]11;?\u0007\u001B[c');
	});
});

function asked(...answers: string[]): {inquiry: Inquiry; clock: {now: number}} {
	const clock = {now: 1000};
	const inquiry = new Inquiry(() => clock.now);
	inquiry.ask(questionsFor(plain, true));
	for (const answer of answers) inquiry.hear(reportOf(answer)!);
	return {inquiry, clock};
}

describe('answers', () => {
	test.each([
		[0, false],
		[1, true],
		[2, true],
		[3, false],
		[4, false],
	])('synchronized output reported as %d', (state, can) => {
		expect(asked(`\u001B[?2026;${state}$y`).inquiry.isSynchronized).toBe(can);
	});

	test('another mode says nothing about it', () => {
		expect(asked('\u001B[?2026;2$y', '\u001B[?1006;0$y').inquiry.isSynchronized).toBe(true);
	});

	test('are due until the last one came, and not for ever', () => {
		const {inquiry, clock} = asked();
		expect(inquiry.isDue).toBe(true);
		expect(inquiry.patience).toBe(250);
		inquiry.hear(reportOf('\u001B[?2026;2$y')!);
		expect(inquiry.patience).toBe(100);
		clock.now += 2500;
		expect(inquiry.isDue).toBe(false);
		expect(inquiry.patience).toBe(0);
		const {inquiry: answered} = asked('\u001B[?1;2c');
		expect(answered.isDue).toBe(false);
		expect(new Inquiry().isDue).toBe(false);
	});

	test('somebody may wait for them', async () => {
		const {inquiry} = asked('\u001B[?1;2c');
		await inquiry.answered(60_000);
		expect(inquiry.ask('\u001B[16t')).toBe('\u001B[16t\u001B[c');
		const waiting = inquiry.answered(60_000);
		inquiry.hear(reportOf('\u001B[6;18;9t')!);
		inquiry.hear(reportOf('\u001B[?1;2c')!);
		await waiting;
		expect(inquiry.cell).toMatchObject({width: 9, height: 18});
		inquiry.ask('\u001B[16t');
		await inquiry.answered(1);
	});

	test('sixel is an attribute of what is more than a VT100', () => {
		expect(asked('\u001B[?62;4;6c').inquiry.hasSixel).toBe(true);
		expect(asked('\u001B[?62;1;6c').inquiry.hasSixel).toBe(false);
		expect(asked('\u001B[?4;4c').inquiry.hasSixel).toBe(false);
	});
});

describe('how pictures are sent', () => {
	const wayOf = (env: Environment, ...answers: string[]) => imageWay(asked(...answers).inquiry, env);

	test.each<[string | undefined, Environment, string[]]>([
		[undefined, plain, []],
		[undefined, plain, ['\u001B[?1;2c', '\u001BP>|XTerm(390)\u001B\\']],
		['sixel', plain, ['\u001B[?63;4c', '\u001BP>|XTerm(390)\u001B\\']],
		['kitty', {TERM: 'xterm-kitty'}, ['\u001B_Gi=1;OK\u001B\\']],
		[undefined, {TERM: 'xterm-kitty'}, ['\u001B_Gi=1;EBADF\u001B\\']],
		['kitty', plain, ['\u001BP>|ghostty 1.1.0\u001B\\']],
		['iterm', plain, ['\u001BP>|WezTerm 20240203-110809\u001B\\', '\u001B[?65;4;6c']],
		['iterm', plain, ['\u001BP>|iTerm2 3.5.0\u001B\\']],
		['iterm', {...plain, LC_TERMINAL: 'iTerm2'}, []],
		// The environment of one terminal in another: who answers knows better.
		['sixel', {...plain, TERM_PROGRAM: 'WezTerm'}, ['\u001BP>|XTerm(390)\u001B\\', '\u001B[?63;4c']],
		[undefined, {...plain, TMUX: 'x', TERM_PROGRAM: 'iTerm.app'}, []],
		['sixel', {...plain, TMUX: 'x'}, ['\u001B[?62;4c']],
	])('%s in %j, told %j', (way, env, answers) => expect(wayOf(env, ...answers)).toBe(way));
});

describe('colours', () => {
	test.each<[Environment, number]>([
		[{TERM: 'xterm'}, 16],
		[{}, 16],
		[plain, 256],
		[{TERM: 'xterm-kitty'}, 256],
		[{TERM: 'xterm', COLORTERM: 'truecolor'}, 16_777_216],
		[{TERM: 'xterm-direct'}, 16_777_216],
	])('%j has %d', (env, count) => expect(colorCount(env)).toBe(count));

	test.each([
		['15;0', 'dark'],
		['0;15', 'light'],
		['0;default;15', 'light'],
		['7;8', 'dark'],
		['15;default', undefined],
		['', undefined],
	])('COLORFGBG=%s is %s', (COLORFGBG, background) => expect(backgroundOf({COLORFGBG})).toBe(background));

	test('a background is light or dark', () => {
		expect(brightnessOf([1, 1, 1])).toBe('light');
		expect(brightnessOf([0, 0, 0])).toBe('dark');
		expect(brightnessOf([0, 0, 1])).toBe('dark');
		// Solarized.
		expect(brightnessOf([0xfd / 255, 0xf6 / 255, 0xe3 / 255])).toBe('light');
		expect(brightnessOf([0, 0x2b / 255, 0x36 / 255])).toBe('dark');
	});
});
