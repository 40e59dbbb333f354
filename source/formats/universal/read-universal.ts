/** Universal sessions, ours and other programs', as the model knows sessions. What is odd is told and passed over. */
import {type Fields, fieldsOf, isFields, listOf, numberOf, stringOf, textOf} from '../../adapters/fields.ts';
import type {Tokens} from '../../model/session.ts';
import {dateTime} from '../common/date-time.ts';
import {guessedTitle, latestTime} from '../common/guesses.ts';
import {type Warn, warnOfObjects} from '../common/odd-values.ts';
import {RecordList} from '../common/read-extras.ts';
import {readSessionExtras, toldSession} from '../common/session-extras.ts';
import {idFrom, oddText, unknownId} from '../common/session-id.ts';
import {toldExchangeFrom} from '../common/told-exchange.ts';
import {understandVersion} from '../common/version.ts';
import {BadDocument, type Imported, type Oddity} from '../import/open-format.ts';
import {folderName} from './folder-name.ts';
import {modelProvider} from './model-provider.ts';
import {TimelineReader} from './read-timeline.ts';

export function readUniversal(document: Fields): Imported {
	understandVersion(document, 'version');
	if (!Array.isArray(document.timeline)) throw new BadDocument('$.timeline is not a list');
	const {extensions} = document;
	const isOurs = isFields(extensions);
	const {forks, activeLeaf, ...extras} = readSessionExtras(extensions);
	const [source, project, metadata] = [document.source, document.project, document.metadata].map(fieldsOf) as [
		Fields,
		Fields,
		Fields,
	];
	const {model: modelName, provider, config} = fieldsOf(document.model);
	const named = stringOf(modelName);
	const model = named === 'unknown' || named === '' ? undefined : named;
	const git = fieldsOf(project.git);
	const cwd = stringOf(project.path) || undefined;
	const oddities: Oddity[] = textOf(source.originalId) === undefined ? oddText('$.id', document.id) : [];
	const list = new RecordList();
	const warn: Warn = (path, message) => oddities.push({message: `$.${path} ${message}`});
	warnOfObjects(document, ['source', 'project', 'model', 'metadata'], warn);
	const reader = new TimelineReader(model, isOurs, (element, path, message) =>
		oddities.push({element, message: `$.timeline[${element}].${path} ${message}`}),
	);
	for (const [at, element] of document.timeline.entries()) {
		if (isFields(element))
			for (const {entry, extras: own} of reader.read(element, at))
				list.add(at, {...entry, exchange: toldExchangeFrom(own.exchange)}, own);
		else oddities.push({element: at, message: `$.timeline[${at}] is not an object`});
	}
	const missing = new Set(listOf(fieldsOf(extensions).missing));
	const known = (name: string) => (missing.has(name) ? undefined : dateTime(stringOf(metadata[name])));
	return {
		header: {
			...extras,
			...(isOurs ? undefined : guessedTitle(undefined, list.records)),
			agent: textOf(fieldsOf(extensions).agent) ?? textOf(source.cli) ?? 'universal',
			id: universalId(document) ?? unknownId,
			cwd,
			gitBranch: stringOf(git.branch) ?? extras.gitBranch,
			gitCommit: textOf(git.commit) ?? extras.gitCommit,
			gitRemote: textOf(git.remote) ?? extras.gitRemote,
			startedAt: known('created'),
			endedAt: known('lastModified') ?? (isOurs ? undefined : latestTime(list.records)),
			agentVersion: stringOf(fieldsOf(extensions).agentVersion),
			models: extras.models?.length ? extras.models : isOurs ? (model === undefined ? [] : [model]) : undefined,
			// What its name tells need not be remembered.
			modelProvider: provider === modelProvider(named || 'unknown') ? undefined : textOf(provider),
			told: toldSession(project.name === folderName(cwd) ? undefined : project.name, config),
			tokens: tokensOf(fieldsOf(metadata.tokens), extras.tokens),
			cost: numberOf(metadata.cost),
		},
		records: list.records,
		forks,
		activeId: activeLeaf,
		compactions: list.compactions,
		oddities,
	};
}

/** The agent's own id, if the document has another. */
export function universalId(document: Fields): string | undefined {
	return idFrom(fieldsOf(document.source).originalId) ?? idFrom(document.id);
}

function tokensOf(told: Fields, others: Tokens | undefined): Tokens | undefined {
	const [input, output] = [numberOf(told.input), numberOf(told.output)];
	if (input === undefined && output === undefined) return others;
	return {...others, input, output};
}
