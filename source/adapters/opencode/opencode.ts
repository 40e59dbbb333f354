/**
 * OpenCode: all sessions in one SQLite database as a rule, in a tree of JSON files before 1.2, and one session in a
 * document where `opencode export` wrote it.
 */
import type {Adapter} from '../adapter.ts';
import {discover} from './discover.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening} from './history.ts';
import {markBefore} from './mark.ts';
import {readPassages} from './passages.ts';
import {recognize} from './recognize.ts';
import {relate} from './relate.ts';

export const opencode: Adapter = {
	agent: 'opencode',
	name: 'OpenCode',
	discover,
	recognize,
	head: readHead,
	opening: readOpening,
	history: readHistory,
	passages: readPassages,
	mark: markBefore,
	relate,
};
