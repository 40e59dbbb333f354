import {type Environment, surroundingsOf} from './surroundings.ts';

const synchronizedMode = '\u001B[?2026$p';
// Ended with BEL: urxvt cuts its answer short otherwise.
const backgroundColor = '\u001B]11;?\u0007';
const nameAndVersion = '\u001B[>0q';
// One black pixel, to be looked at and thrown away.
const kittyGraphics = '\u001B_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u001B\\';

/** Everybody answers it, and after what was asked before: when its answer is there, nothing else will come. */
export const lastQuestion = '\u001B[c';

/** How many pixels a cell has; asked when a picture is to be drawn. */
export const cellSize = '\u001B[16t';

/**
 * What a terminal is asked when it is entered. Whoever does not know a question may print it: the screen is erased
 * behind it. What does harm beyond that is not asked.
 */
export function questionsFor(env: Environment, wantsBackground: boolean): string {
	const surroundings = surroundingsOf(env);
	// A console has nothing to tell. GNU screen keeps what it does not answer itself, and sends it again when somebody
	// attaches: the answers would come to whoever reads then.
	if (surroundings === 'console' || surroundings === 'screen' || surroundings === 'screen-like') return '';
	// Apple's terminal answers neither, and prints a part of the first.
	const isApple = env.TERM_PROGRAM === 'Apple_Terminal';
	return [
		isApple ? '' : synchronizedMode,
		wantsBackground ? backgroundColor : '',
		isApple ? '' : nameAndVersion,
		// Tmux would take it for a title, old terminals print it: only who looks like one that knows it is asked.
		surroundings === 'plain' && mayKnowKittyGraphics(env) ? kittyGraphics : '',
		lastQuestion,
	].join('');
}

function mayKnowKittyGraphics({TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID, KONSOLE_VERSION}: Environment): boolean {
	return /kitty|ghostty/i.test(TERM) || /ghostty/i.test(TERM_PROGRAM) || Boolean(KITTY_WINDOW_ID || KONSOLE_VERSION);
}
