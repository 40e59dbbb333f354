/** What stands in the place of a secret, and what only looks like one because it stands for one. */

/**
 * Letters, digits and hyphens alone: the same in JSON, Markdown, HTML, YAML, a shell and an address, and no rule finds it.
 * The number tells secrets of one kind apart.
 */
export function placeholderFor(id: string, number: number): string {
	return `REDACTED-${id}-${number}`;
}

export const placeholder = /REDACTED-[a-z\d][a-z\d-]{0,60}-\d{1,9}(?!\d)/g;

/** Written where a secret belongs, by whoever wrote the example. */
const standIn =
	/\$\{|\{\{|\.\.\.|…|(?:^|[-_. ])(?:your|my|the|some|insert|replace|enter)[-_. ]|x{5}|\*{3}|example|placeholder|change.?me|dummy|redacted|hidden|masked|(?:^|[-_])(?:fake|mock|sample|invalid|todo)(?:[-_]|$)|1234567890|0123456789|abcdefgh|deadbeef|(?:^|[^a-z\d])(?:xxx|foo|bar)(?:$|[^a-z\d])/i;

const brackets = ['<>', '[]', '{}', '()', '%%'];

/** A variable, a template, a dot of a hidden field as an escape. `$argon2id$…` is a hash. */
const variable = /^(?:\$(?![a-z\d]{1,12}\$)[a-z_{(]|#\{|\\{1,8}u[\da-f]{4}$)/i;

/** A long value is judged by its beginning: nobody writes an example of a thousand characters. */
export function isStandIn(value: string): boolean {
	const last = value.at(-1);
	if (brackets.some(([open, close]) => value[0] === open && last === close)) return true;
	if (variable.test(value) || new Set(value.slice(0, 100)).size === 1) return true;
	return standIn.test(value.length > 300 ? value.slice(0, 100) : value);
}
