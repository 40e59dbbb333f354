/** The first pass over a session: all tellings of it, brought into one story, and none of its text kept. */
import type {Warning} from '../../model/warning.ts';
import type {ReadOptions} from '../adapter.ts';
import type {Chat} from './chat.ts';
import {addCheckpoints} from './checkpoints.ts';
import {decode} from './decode.ts';
import {Messages} from './messages.ts';
import {Pace} from './pace.ts';
import {noShape, type Piece, shapeOf} from './piece.ts';
import {readShown, type ShownTurn} from './shown-turns.ts';
import {type Section, Story, section} from './story.ts';
import {readTranscript} from './transcript.ts';

export type Surveyed = {readonly story: Story; readonly shown: readonly ShownTurn[]};

export type SurveyOptions = ReadOptions & {readonly size: number};

export async function survey(chat: Chat, warn: (warning: Warning) => void, options: SurveyOptions): Promise<Surveyed> {
	const pace = new Pace(options);
	const messages = new Messages(chat, pace, options.observe);
	const {store, state, archives = []} = chat;
	const story = new Story(withSummary(await messages.split(state?.messages ?? []), chat));
	for (const archive of [...archives].reverse()) story.addCheckpoint(await messages.split(archive.messages), true);
	if (store && state && !chat.inner) await addCheckpoints({chat, store, present: state, messages, pace}, story, warn);
	const shown = await readShown(chat, pace);
	story.addShown(shown.sections);
	if (chat.transcript !== undefined) {
		const isSame = story.addTranscript(await transcriptSections(chat.transcript, warn, options));
		const message = 'tells another conversation than the database; it is kept as a branch';
		if (!isSame) warn({path: chat.transcript, message});
	}
	return {story, shown: shown.turns};
}

/** The last compaction must have a place in the story, even if its summary is not among the messages. */
function withSummary(sections: Section[], {archives = []}: Chat): Section[] {
	const archive = archives.length - 1;
	if (archive < 0 || sections.some(({kind}) => kind === 'summary')) return sections;
	const piece: Piece = {kind: 'archive', archive, ...noShape, isSummary: true};
	return sections.toSpliced(1, 0, section('summary', `=archive-${archive}`, [piece]));
}

async function transcriptSections(
	path: string,
	warn: (warning: Warning) => void,
	{signal, onProgress, observe, size}: SurveyOptions,
): Promise<Section[]> {
	const sections = [section('head', undefined)];
	const read = readTranscript(path, {
		signal,
		warn,
		onProgress: bytes => onProgress?.(Math.min(bytes, size), size),
		observe,
	});
	for await (const batch of read) {
		for (const {value, offset, length} of batch) {
			const drafts = decode(value);
			const shape = shapeOf(drafts);
			if (shape.role === 'prompt') sections.push(section('turn', shape.promptKey));
			const isMarker = drafts.every(({kind, role}) => kind === 'unknown' || role === 'system');
			sections.at(-1)!.pieces.push({kind: 'line', offset, length, isMarker, ...shape});
		}
	}
	return sections;
}
