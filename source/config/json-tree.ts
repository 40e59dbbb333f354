/** A JSON text with comments as a tree that knows where everything stands; what is not JSON becomes a problem. */
import {type Node, type ParseError, parseTree, printParseErrorCode} from 'jsonc-parser';
import {sanitizeLine} from '../text/sanitize.ts';

export type {Node} from 'jsonc-parser';

export type Member = {readonly name: string; readonly nameNode: Node; readonly value: Node};

const complaints: Readonly<Record<string, string>> = {
	InvalidSymbol: 'this is no JSON value; text stands in "quotes"',
	InvalidNumberFormat: 'this is no number',
	PropertyNameExpected: 'a name in "quotes" is expected here',
	ValueExpected: 'a value is expected here',
	ColonExpected: 'a colon is missing here',
	CommaExpected: 'a comma is missing here',
	CloseBraceExpected: 'a closing } is missing here',
	CloseBracketExpected: 'a closing ] is missing here',
	EndOfFileExpected: 'nothing is expected after the last }',
	UnexpectedEndOfComment: 'this comment has no end',
	UnexpectedEndOfString: 'this text has no closing quote',
	InvalidEscapeCharacter: 'this \\ makes no sense; \\\\ is a backslash',
	InvalidCharacter: 'this character can not stand here',
};

/** What can be understood is, in spite of an error: of several only the first is told, the others mostly follow from it. */
export function readTree(text: string, onProblem: (offset: number, message: string) => void): Node | undefined {
	const errors: ParseError[] = [];
	const tree = parseTree(text, errors, {allowTrailingComma: true, allowEmptyContent: true});
	const [first] = errors;
	if (first)
		onProblem(first.offset, `Not JSON: ${complaints[printParseErrorCode(first.error)] ?? 'something is wrong here'}.`);
	return tree;
}

/** The members of an object that have a value. */
export function membersOf({children = []}: Node): Member[] {
	return children.flatMap(({children: [nameNode, value] = []}) =>
		nameNode && value ? [{name: String(nameNode.value), nameNode, value}] : [],
	);
}

/** A value as it stands there, for a message. */
export function shownValue({type, value}: Node): string {
	if (type === 'object') return 'an object';
	if (type === 'array') return 'a list';
	const text = sanitizeLine(JSON.stringify(value) ?? '');
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
