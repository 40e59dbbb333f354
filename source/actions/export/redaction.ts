import {Redactor} from '../../redact/redactor.ts';
import {redactGroups} from '../../redact/rule.ts';
import {UserError} from '../user-error.ts';
import type {ExportChoice} from './export-choice.ts';

/** What the user says of secrets, in the config file. */
export type Redaction = {
	/** Groups of kinds that stay as they are. */
	readonly off?: readonly string[];
	/** Regular expressions: what is a secret besides, and what is none. */
	readonly patterns?: readonly string[];
	readonly allow?: readonly string[];
};

/** Takes out what is to be taken out; undefined: nothing is. */
export function redactorFor(
	{isRedacted, hidesHome}: Pick<ExportChoice, 'isRedacted' | 'hidesHome'>,
	{off = [], patterns = [], allow = []}: Redaction = {},
): Redactor | undefined {
	if (!isRedacted && !hidesHome) return undefined;
	try {
		return new Redactor({
			homePaths: hidesHome,
			off: isRedacted ? off : redactGroups.filter(group => group !== 'home'),
			patterns: isRedacted ? patterns.map((pattern, at) => ({name: `own-${at + 1}`, pattern})) : [],
			allow: allow.map(pattern => new RegExp(pattern)),
		});
	} catch (error) {
		throw new UserError(`redact.patterns: ${(error as Error).message}.`, 2);
	}
}
