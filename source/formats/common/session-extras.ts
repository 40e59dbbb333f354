/** What the model knows of a session and the two small formats have no field for. See extras.ts. */
import {fieldsOf, isFields, listOf, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import type {BranchGraph} from '../../model/branch-graph.ts';
import {type Session, type ToldSession, titleSources} from '../../model/session.ts';
import type {Exported} from '../format.ts';
import {unlessEmpty} from './extras.ts';
import {tokensFrom} from './read-extras.ts';

/** What a reader of one of these documents makes of its header. */
export type ReadHeader = Omit<Session, 'path' | 'files' | 'size'>;

export type ReadSessionExtras = Omit<ReadHeader, 'agent' | 'id'> & {
	readonly forks: string[][];
	readonly activeLeaf?: string;
};

/** `places` names what the document has a field for, so that nothing is said twice. */
export function sessionExtras(
	{session, graph, branch}: Exported,
	places: {readonly git: boolean; readonly model: boolean},
) {
	const {tokens} = session;
	return {
		title: session.title,
		titleSource: session.title === undefined ? undefined : session.titleSource,
		latestCwd: session.latestCwd === session.cwd ? undefined : session.latestCwd,
		gitBranch: places.git ? undefined : session.gitBranch,
		gitCommit: places.git ? undefined : session.gitCommit,
		gitRemote: places.git ? undefined : session.gitRemote,
		parentId: session.parentId,
		parentCallId: session.parentCallId,
		isAgentSession: session.isAgentSession || undefined,
		forkedFrom: session.forkedFrom,
		forkedAt: session.forkedAt,
		archived: session.archived || undefined,
		models: session.models?.length ? session.models : undefined,
		modelProvider: places.model ? undefined : session.modelProvider,
		modelConfig: places.model ? undefined : session.told?.modelConfig,
		projectName: places.model ? undefined : session.told?.projectName,
		tokens:
			tokens &&
			unlessEmpty({
				input: tokens.input,
				output: tokens.output,
				cacheCreation: tokens.cacheCreation,
				cacheRead: tokens.cacheRead,
			}),
		cost: session.cost,
		...(branch === 'all' && !graph.isLinear ? branchesOf(graph) : undefined),
	};
}

/** Of each fork the records its sides begin with, and the last record of the active branch. */
function branchesOf(graph: BranchGraph) {
	const leaf = graph.activeBranch?.leaf;
	return {
		forks: graph.forks.map(({sides}) => sides.map(({first}) => graph.idOf(first))),
		activeLeaf: leaf === undefined ? undefined : graph.idOf(leaf),
	};
}

/** Of a document of ours nothing is reckoned again: what it does not tell was not known. */
export function readSessionExtras(value: unknown): ReadSessionExtras {
	const extras = fieldsOf(value);
	const isOurs = isFields(value);
	const models = listOf(extras.models).filter(model => typeof model === 'string');
	const title = stringOf(extras.title);
	return {
		title,
		titleSource: titleSources.find(each => each === extras.titleSource) ?? (title === undefined ? 'none' : 'custom'),
		latestCwd: stringOf(extras.latestCwd),
		gitBranch: stringOf(extras.gitBranch),
		gitCommit: stringOf(extras.gitCommit),
		gitRemote: stringOf(extras.gitRemote),
		parentId: stringOf(extras.parentId),
		parentCallId: stringOf(extras.parentCallId),
		isAgentSession: extras.isAgentSession === true,
		forkedFrom: stringOf(extras.forkedFrom),
		forkedAt: stringOf(extras.forkedAt),
		archived: extras.archived === true || undefined,
		models: isOurs ? models : undefined,
		modelProvider: stringOf(extras.modelProvider),
		told: toldSession(extras.projectName, extras.modelConfig),
		tokens: tokensFrom(extras.tokens) ?? (isOurs ? {} : undefined),
		cost: numberOf(extras.cost),
		forks: listOf(extras.forks).map(sides => listOf(sides).filter(side => typeof side === 'string')),
		activeLeaf: stringOf(extras.activeLeaf),
	};
}

export function toldSession(projectName: unknown, modelConfig: unknown): ToldSession | undefined {
	return unlessEmpty({
		projectName: textOf(projectName),
		modelConfig: isFields(modelConfig) ? modelConfig : undefined,
	});
}
