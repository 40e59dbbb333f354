export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What stands between us and the terminal, as far as the environment tells. `screen-like` is tmux or screen at the other
 * end of an SSH connection: both call themselves so.
 */
export type Surroundings = 'plain' | 'tmux' | 'screen' | 'screen-like' | 'console';

export function surroundingsOf({TERM = '', TMUX, STY, WT_SESSION}: Environment): Surroundings {
	// On Windows nobody sets TERM.
	if (WT_SESSION && TERM === '') return 'plain';
	if (/^(linux|cons25|dumb|unknown|eterm|$)/.test(TERM)) return 'console';
	if (TMUX || TERM.startsWith('tmux')) return 'tmux';
	if (STY) return 'screen';
	return TERM.startsWith('screen') ? 'screen-like' : 'plain';
}
