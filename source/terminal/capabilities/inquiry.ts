import type {Report} from '../report.ts';
import {lastQuestion} from './questions.ts';

/** Later than this nobody expects an answer any more. */
const longestWait = 2000;
/** How long an answer is worth waiting for by somebody who leaves. */
const patienceWithSilent = 250;
const patience = 100;

const synchronizedMode = 2026;
const sixelGraphics = 4;

export type CellSize = {readonly width: number; readonly height: number};

/** What the terminal was asked and what it told. Nobody waits for it: what is not known is taken for absent. */
export class Inquiry {
	isSynchronized = false;
	hasSixel = false;
	hasKittyGraphics = false;
	name = '';
	background: readonly [number, number, number] | undefined;
	cell: CellSize | undefined;
	private askedAt = Number.NEGATIVE_INFINITY;
	private outstanding = 0;
	private hasSpoken = false;
	private waiting: Array<() => void> = [];

	constructor(private readonly now: () => number = () => performance.now()) {}

	/** The questions are sent now; the last of them is ours, see `lastQuestion`. */
	ask(questions: string): string {
		if (questions === '') return '';
		this.askedAt = this.now();
		this.outstanding++;
		return questions.endsWith(lastQuestion) ? questions : questions + lastQuestion;
	}

	hear(report: Report): void {
		this.hasSpoken = true;
		if (report.about === 'mode' && report.mode === synchronizedMode)
			this.isSynchronized = report.state === 1 || report.state === 2;
		else if (report.about === 'name') this.name = report.text;
		else if (report.about === 'background') this.background = report.color;
		else if (report.about === 'graphics') this.hasKittyGraphics = report.isOk;
		else if (report.about === 'cell' && report.width > 0 && report.height > 0) this.cell = report;
		else if (report.about === 'device') this.hearDevice(report.attributes);
	}

	/** Whether an answer may still come. */
	get isDue(): boolean {
		return this.outstanding > 0 && this.now() - this.askedAt < longestWait;
	}

	/** How many milliseconds somebody who leaves should wait for what may still come. */
	get patience(): number {
		if (!this.isDue) return 0;
		return this.hasSpoken ? patience : patienceWithSilent;
	}

	/** Resolves when everything is answered, or after so many milliseconds. */
	async answered(milliseconds: number): Promise<void> {
		if (this.outstanding === 0) return;
		await new Promise<void>(resolve => {
			const timer = setTimeout(resolve, milliseconds);
			this.waiting.push(() => {
				clearTimeout(timer);
				resolve();
			});
		});
	}

	private hearDevice([level = 0, ...attributes]: readonly number[]): void {
		// Below 60 it is a VT100 and its like, whose numbers mean something else.
		if (level >= 60) this.hasSixel = attributes.includes(sixelGraphics);
		this.outstanding = Math.max(0, this.outstanding - 1);
		if (this.outstanding === 0) for (const resolve of this.waiting.splice(0)) resolve();
	}
}
