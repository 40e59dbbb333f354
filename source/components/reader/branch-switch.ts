import type {ReadSession} from '../session-source.ts';
import {branchWith} from './fork-notes.ts';
import {readBranch} from './load-session.ts';
import type {ReaderDocument} from './reader-document.ts';
import type {ReaderView} from './reader-view.ts';

export type SwitchOptions = {
	readonly view: ReaderView;
	/** The branch is read as far as the fork, or to its end. */
	readonly onDocument: (document: ReaderDocument, isComplete: boolean) => void;
	readonly onChange: () => void;
};

/** Shows another side of the fork one is at, in place: what stands before the fork stays where it is on the screen. */
export class BranchSwitch {
	private underWay: AbortController | undefined;

	constructor(private readonly options: SwitchOptions) {}

	close(): void {
		this.underWay?.abort();
	}

	/** The number of the branch that is shown from now on; undefined if there is no fork. */
	step(history: ReadSession, step: 1 | -1): number | undefined {
		const {view, onDocument, onChange} = this.options;
		const place = view.forkNear;
		const branch = place && branchWith(history.graph, place.note, step);
		if (!place || branch === undefined) return undefined;
		this.close();
		this.underWay = new AbortController();
		const {signal} = this.underWay;
		const {node} = place.note.fork;
		let isPlaced = false;
		void readBranch(history, branch, signal, (document, isComplete) => {
			const fork = document.forkPlaces.find(({note}) => note.fork.node === node);
			const isEnough = isComplete || (fork && document.blocks.length > fork.block + view.viewport.rows);
			if (!isEnough) return;
			onDocument(document, isComplete);
			if (!isPlaced && fork) {
				view.viewport.placeAt(fork.block, place.row);
				view.choose(fork.block);
			}
			isPlaced = true;
			onChange();
		});
		return branch;
	}
}
