import type {History} from '../adapters/adapter.ts';
import {type ComparedSide, largestWhole, readComparedSide} from '../compare/side.ts';
import type {Context} from './context.ts';
import {findSession} from './find-session.ts';
import {UserError} from './user-error.ts';

/** `ID`, or `ID@2` for its second branch. Whatever goes wrong is trouble, which is no difference. */
export async function readSide(context: Context, wanted: string): Promise<ComparedSide> {
	try {
		return await read(context, wanted);
	} catch (error) {
		if (error instanceof UserError) throw new UserError(error.message, 2);
		throw new UserError(`${wanted} can't be read: ${(error as Error).message}`, 2);
	}
}

async function read(context: Context, wanted: string): Promise<ComparedSide> {
	const [, id = wanted, number] = /^(.+)@(\d+)$/.exec(wanted) ?? [];
	const branch = number === undefined ? undefined : Number(number);
	const ref = await findSession(id, context.library);
	const history = await context.library.history(ref, {
		onProgress: (done, total) => context.progress(`reading ${id} ${Math.floor((100 * done) / Math.max(1, total))}%`),
	});
	for (const warning of history.warnings) context.warn(warning);
	checkBranch(history, id, branch);
	const isWhole = ref.size <= largestWhole;
	return readComparedSide(history.session, branch, history.entries(branch, {isWhole}), isWhole);
}

function checkBranch({graph}: History, id: string, branch: number | undefined): void {
	if (branch === undefined || graph.branches[branch - 1]) return;
	const {length} = graph.branches;
	throw new UserError(
		`${id} has ${length === 1 ? 'one branch' : `branches 1 to ${length}`}; there is no branch ${branch}.`,
		2,
	);
}
