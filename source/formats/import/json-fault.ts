import {printParseErrorCode, visit} from 'jsonc-parser';

/** Where a text stops being JSON, and why. `line` and `column` are those of its beginning. */
export function describeFault(
	text: string,
	error: Error,
	{line = 1, column = 1}: {readonly line?: number; readonly column?: number} = {},
): string {
	const {at, reason} = findFault(text) ?? {at: text.length, reason: error.message};
	const before = text.slice(0, at);
	const lineStart = before.lastIndexOf('\n') + 1;
	const lines = lineStart === 0 ? 0 : before.split('\n').length - 1;
	return `line ${line + lines}, column ${at - lineStart + (lines === 0 ? column : 1)}: ${reason}`;
}

class Fault extends Error {
	constructor(
		readonly at: number,
		readonly reason: string,
	) {
		super(reason);
	}
}

function findFault(text: string): {readonly at: number; readonly reason: string} | undefined {
	try {
		visit(
			text,
			{
				onError(code, offset) {
					// The first one is enough: what follows is guesswork.
					const name = printParseErrorCode(code);
					if (name === 'EndOfFileExpected') throw new Fault(offset, 'something follows the document');
					const isEnd = text.slice(offset).trim() === '' || /EndOf/.test(name);
					throw new Fault(isEnd ? text.length : offset, isEnd ? 'it ends too early' : words(name));
				},
			},
			{disallowComments: true},
		);
	} catch (error) {
		// Of what is nested too deep only the reason is known.
		return error instanceof Fault ? error : undefined;
	}
	return undefined;
}

/** `CommaExpected` as `comma expected`. */
function words(code: string): string {
	return code.replace(/(?<=[a-z])[A-Z]/g, letter => ` ${letter}`).toLowerCase();
}
