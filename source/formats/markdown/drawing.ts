/**
 * Pieces of a document that were drawn without knowing what comes before them: so parts of a session can be drawn in any
 * order, and by several threads. What depends on the pieces before is said beside them, and settled when they are placed.
 */
import type {Stored} from '../stored.ts';

/** Bytes that follow each other in one section. */
export type Stroke = {
	readonly section: number;
	readonly from: number;
	to: number;
	/** What has to stand before it; nothing as a rule. */
	readonly head?: Head;
	/** Who spoke last in the section, and whether it ended with text, as far as this drawing tells. */
	model?: string;
	isProse?: boolean;
};

export type Head =
	/** Its number is not known yet; `words` are for the table of prompts. */
	| {readonly kind: 'prompt'; readonly words: string}
	/** Told once in a document. */
	| {readonly kind: 'fork'; readonly fork: number}
	/** Left out where it is the name that the session has in the end. */
	| {readonly kind: 'named'; readonly title: string}
	/** `speaker` is named if somebody else spoke before; what clings would become part of a text before it. */
	| {readonly kind: 'answer'; readonly speaker?: string; readonly isClinging: boolean};

export type Drawing = {
	readonly bytes: Uint8Array | Stored;
	readonly strokes: readonly Stroke[];
	/** Records of the harness that were left out. */
	readonly asides: number;
};
