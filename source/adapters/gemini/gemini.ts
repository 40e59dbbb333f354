/** Gemini CLI: a log of JSON lines a session (a JSON document until 2026), below `tmp/<project>/chats` of its store. */
import path from 'node:path';
import type {Adapter, SessionRef} from '../adapter.ts';
import {Look} from '../look.ts';
import {discover, stampOfSession} from './discover.ts';
import {idOf, isAgent} from './group-files.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening} from './history.ts';
import {markBefore, readPassages} from './passages.ts';
import {isChatName, whereaboutsOf} from './places.ts';
import {probe} from './probe.ts';
import {relate} from './relate.ts';

export const gemini: Adapter = {
	agent: 'gemini',
	name: 'Gemini CLI',
	discover,
	async recognize(file): Promise<SessionRef | undefined> {
		if (!isChatName(path.basename(file))) return undefined;
		const found = probe(file);
		if (!('identity' in found)) return undefined;
		const where = whereaboutsOf(file);
		const {identity, isCheckpoint, size, endedAt} = found;
		return {
			agent: 'gemini',
			id: idOf({identity, isCheckpoint, path: file}),
			path: file,
			files: [file],
			size,
			endedAt,
			isAgentSession: isAgent({identity, where}),
			parentId: where.parentName,
			isFolded: false,
			store: where.store,
			stamp: stampOfSession([file], new Look()),
		};
	},
	head: async ref => readHead(ref),
	opening: readOpening,
	history: readHistory,
	passages: readPassages,
	mark: markBefore,
	relate,
};
