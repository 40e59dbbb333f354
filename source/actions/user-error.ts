/** Something the user can mend: told in one line with what to do next, never with a stack. */
export class UserError extends Error {
	constructor(
		message: string,
		/** 1: it is not there or can't be read; 2: the question was not clear. */
		readonly exitCode: 1 | 2 = 1,
	) {
		super(message);
	}
}
