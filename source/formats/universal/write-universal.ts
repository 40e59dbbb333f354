/** Universal Session Format 1.0. The timeline comes last, so that everything else is in the first few bytes. */
import {dateTime, unknownTime} from '../common/date-time.ts';
import {extrasWriter, unlessEmpty} from '../common/extras.ts';
import {jsonText} from '../common/json-text.ts';
import {sessionExtras} from '../common/session-extras.ts';
import {toldEntries} from '../common/told-entries.ts';
import type {Exported, Writer} from '../format.ts';
import {folderName} from './folder-name.ts';
import {modelProvider} from './model-provider.ts';
import {Timeline} from './timeline.ts';

/** One entry of the timeline a line. */
export const writeUniversal: Writer = exported => write(exported, '\n');

/** All of it on one line. */
export const writeUniversalLine: Writer = exported => write(exported, '');

/** The format knows no other agent. */
const knownClis: ReadonlySet<string> = new Set(['claude', 'codex', 'opencode']);

async function* write(exported: Exported, lineBreak: string): AsyncGenerator<string> {
	const header = headerOf(exported);
	const extrasOf = extrasWriter(exported);
	const timeline = new Timeline({
		extrasOf: (entry, shown) => {
			const extras = extrasOf(entry, shown);
			return entry.exchange ? {...extras, exchange: entry.exchange} : extras;
		},
		model: exported.session.models?.[0] || undefined,
		created: header.metadata.created,
	});
	let count = 0;
	const written = (each: object) => `${count++ > 0 ? ',' : ''}${lineBreak}${jsonText(each)}`;
	yield `${JSON.stringify(header).slice(0, -1)},"timeline":[`;
	for await (const entry of toldEntries(exported)) for (const each of timeline.add(entry)) yield written(each);
	for (const each of timeline.finish()) yield written(each);
	yield `${count > 0 ? lineBreak : ''}]}\n`;
}

function headerOf(exported: Exported) {
	const {session} = exported;
	const {agent, id, cwd, gitBranch, gitCommit, gitRemote, tokens, told} = session;
	const [startedAt, endedAt] = [dateTime(session.startedAt), dateTime(session.endedAt)];
	const model = session.models?.[0] || 'unknown';
	const {input, output} = tokens ?? {};
	const hasBoth = input !== undefined && output !== undefined;
	const missing = [...(startedAt === undefined ? ['created'] : []), ...(endedAt === undefined ? ['lastModified'] : [])];
	const extras = sessionExtras(exported, {git: gitBranch !== undefined, model: true});
	return {
		id,
		version: '1.0',
		source: {cli: knownClis.has(agent) ? agent : 'universal', originalId: id},
		project: {
			path: cwd ?? '',
			name: told?.projectName ?? folderName(cwd),
			// Few agents tell the commit; the format demands one beside the branch.
			git: gitBranch === undefined ? undefined : {branch: gitBranch, commit: gitCommit ?? '', remote: gitRemote},
		},
		model: {provider: session.modelProvider || modelProvider(model), model, config: told?.modelConfig},
		metadata: {
			created: startedAt ?? endedAt ?? unknownTime,
			lastModified: endedAt ?? startedAt ?? unknownTime,
			tokens: hasBoth ? {input, output} : undefined,
			cost: session.cost,
		},
		extensions: {
			agent: knownClis.has(agent) ? undefined : agent,
			agentVersion: session.agentVersion,
			...extras,
			models: (extras.models?.length ?? 0) > 1 ? extras.models : undefined,
			tokens: hasBoth
				? unlessEmpty({cacheCreation: tokens?.cacheCreation, cacheRead: tokens?.cacheRead})
				: extras.tokens,
			cost: undefined,
			missing: missing.length > 0 ? missing : undefined,
		},
	};
}
