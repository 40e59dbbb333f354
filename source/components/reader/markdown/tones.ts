import type {Role} from '../../theme.ts';

/** Which of their roles the parts of a text are drawn in. */
export type Tones = {
	/** What nothing is said of. */
	readonly text: Role | undefined;
	of(role: Role): Role | undefined;
};

const bright: Tones = {text: undefined, of: role => role};

/** In a text that steps back its headings are plain, and everything else is as dim as the rest. */
const dim: Tones = {text: 'dim', of: role => (role === 'heading' || role === 'strong' ? undefined : 'dim')};

export function tonesOf(base: Role | undefined): Tones {
	if (base === undefined) return bright;
	return base === 'dim' ? dim : {text: base, of: role => role};
}
