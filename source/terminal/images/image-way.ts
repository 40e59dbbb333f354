import type {Inquiry} from '../capabilities/inquiry.ts';
import {type Environment, surroundingsOf} from '../capabilities/surroundings.ts';
import type {ImageWay} from './image.ts';

/** How this terminal takes pictures; undefined if it does not, or does not say so. */
export function imageWay({name, hasKittyGraphics, hasSixel}: Inquiry, env: Environment): ImageWay | undefined {
	// What tmux and screen pass on they do not clean up; tmux with sixel of its own says so.
	if (surroundingsOf(env) !== 'plain') return hasSixel ? 'sixel' : undefined;
	const {TERM_PROGRAM = '', LC_TERMINAL = ''} = env;
	if (hasKittyGraphics || /^(kitty|ghostty)\b/i.test(name)) return 'kitty';
	const isNamed = name === '' ? [TERM_PROGRAM, LC_TERMINAL] : [name];
	if (isNamed.some(each => /^(iterm|wezterm|mintty)/i.test(each))) return 'iterm';
	return hasSixel ? 'sixel' : undefined;
}
