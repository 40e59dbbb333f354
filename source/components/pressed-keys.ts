import {Chords} from '../keymap/chords.ts';
import {bindingOf} from '../keymap/effective-keymap.ts';
import type {Action} from '../keymap/keymap.ts';
import type {Explorer} from './explorer.ts';
import {keyStateOf} from './key-state.ts';
import {isPointed, type Pointed, point} from './mouse/mouse.ts';
import {type TypedKey, typedText} from './typed-key.ts';

const needsNoList: ReadonlySet<Action> = new Set<Action>([
	'quit',
	'suspend',
	'help',
	'back',
	'leave-error',
	'copy-error',
]);

/** What becomes of a key: it is done, typed into a line, or put off until what it is meant for is there. */
export class PressedKeys {
	/** The key that was pressed last. */
	last = '';
	/** Digits typed for the key after them. */
	number = '';
	/** Keys typed before what they are meant for was there. */
	private readonly early: Array<string | TypedKey> = [];
	/** Keys typed behind an Enter that waits for an answer: they are meant for what it opens. */
	private readonly afterAnswer: Array<string | TypedKey> = [];
	private readonly chords = new Chords();
	/** What a key is doing, should it fail. */
	private during = '';

	constructor(private readonly explorer: Explorer) {}

	press(key: string | TypedKey): void {
		this.during = 'a key';
		this.explorer.faults.guard(
			() => this.during,
			() => (isPointed(key) ? this.pointed(key) : this.take(key)),
		);
	}

	/** All sessions are known: now the keys that waited for them. */
	pressEarly(): void {
		for (const key of this.early.splice(0)) this.press(key);
	}

	/** The answer is there: now the keys that waited for it. */
	pressAfterAnswer(): void {
		for (const key of this.afterAnswer.splice(0)) this.press(key);
	}

	private take(key: string | TypedKey): void {
		const {explorer} = this;
		const {scene, typingLines, faults} = explorer;
		const name = nameOf(key);
		// Whatever else fails, this does not.
		if (name === 'ctrl-c') {
			explorer.options.onQuit();
			return;
		}
		this.last = name;
		explorer.message = '';
		const {place} = explorer;
		const {isTyping} = typingLines;
		faults.noteKey(key, isTyping);
		const found = this.chords.find(place, name, keyStateOf(explorer));
		const action = found && 'action' in found ? found.action : undefined;
		this.during = action ?? `a key of the ${place}`;
		const isWaiting = scene.isWaiting && place !== 'error';
		const text = isTyping ? typedText(key) : undefined;
		if (action !== 'complete' && scene.search) scene.search.completion = undefined;
		if (this.mustWait(action, key)) this.putOff(key, this.early);
		else if (isWaiting && name === 'escape') this.stopWaiting();
		else if (isWaiting && name !== 'ctrl-c') this.putOff(key, this.afterAnswer);
		else if (text !== undefined) typingLines.edit(editor => editor.insert(text));
		else if (found && 'reason' in found) explorer.message = found.reason;
		else if (found && 'first' in found) explorer.message = this.chords.hint;
		else if (action) explorer.act(action);
		if (action !== 'digit') this.number = '';
		explorer.changed();
	}

	/** The mouse is about what is on the screen: it does not wait for anything else. */
	private pointed(key: Pointed): void {
		const {explorer} = this;
		this.last = key.name;
		explorer.faults.noteKey(key, false);
		this.during = `the mouse (${key.name})`;
		this.chords.forget();
		this.number = '';
		if (explorer.isOpen && !explorer.scene.isWaiting) point(explorer, key);
		explorer.changed();
	}

	/** The key is pressed again when what it is meant for is there. */
	private putOff(key: string | TypedKey, until: Array<string | TypedKey>): void {
		this.chords.forget();
		until.push(key);
	}

	private stopWaiting(): void {
		this.explorer.scene.stopWaiting();
		this.afterAnswer.length = 0;
	}

	/** Keys for a list that is not there yet; leaving does not wait, unless the key is a letter of a query. */
	private mustWait(action: Action | undefined, key: string | TypedKey): boolean {
		if (this.explorer.isOpen) return false;
		const opensLine = (each: string | TypedKey) => bindingOf('list', nameOf(each))?.action === 'search';
		const isOfQuery = this.early.some(opensLine) && typedText(key) !== undefined;
		return action === undefined || !needsNoList.has(action) || isOfQuery;
	}
}

function nameOf(key: string | TypedKey): string {
	return typeof key === 'string' ? key : key.name;
}
