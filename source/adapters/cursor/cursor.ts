/** Cursor CLI: a database a chat, a transcript beside it, and what both say joined into one session. */
import type {Adapter} from '../adapter.ts';
import {discover} from './discover.ts';
import {readHead} from './head.ts';
import {readHistory, readOpening} from './history.ts';
import {recognize} from './locate.ts';
import {markBefore, readPassages} from './passages.ts';

export const cursor: Adapter = {
	agent: 'cursor',
	name: 'Cursor CLI',
	discover,
	recognize,
	head: readHead,
	opening: readOpening,
	history: readHistory,
	passages: readPassages,
	mark: markBefore,
};
