import safe from 'safe-regex2';
import type {Rule} from './rule.ts';

/** A pattern of the user's. The secret is its group `secret`, else all of it. */
export type OwnPattern = {
	/** Part of the placeholder: small letters, digits and hyphens. */
	readonly name: string;
	readonly pattern: string;
	readonly isCaseless?: boolean;
};

export type OwnRule = {readonly rule: Rule; readonly pattern: RegExp};

/** Repetitions may stand side by side; what never ends is one inside another. */
const mostRepetitions = 200;

/** Throws with a sentence for the user where the pattern can't be used. */
export function ownRule({name, pattern, isCaseless}: OwnPattern): OwnRule {
	const id =
		name
			.toLowerCase()
			.replace(/[^a-z\d]+/g, '-')
			.replace(/^-|-$/g, '')
			.slice(0, 50) || 'own';
	let made: RegExp;
	try {
		made = new RegExp(pattern, isCaseless ? 'dgi' : 'dg');
	} catch (error) {
		throw new Error(`The pattern "${name}" can't be read: ${(error as Error).message}`);
	}
	if (!safe(made, {limit: mostRepetitions}))
		throw new Error(
			`The pattern "${name}" repeats a repetition, which may take forever on some texts; write it without that`,
		);
	return {pattern: made, rule: {id, name, group: 'own', keywords: [], find: () => undefined}};
}
