/** Checks sessions one after the other; what several of them share is read once. */
import type {SessionRef} from '../adapters/adapter.ts';
import {checkDocument} from './check-document.ts';
import {checkUnit} from './check-unit.ts';
import {Findings} from './findings.ts';
import {unitsOf} from './records/units-of.ts';

export class SessionCheck {
	readonly findings = new Findings();
	sessions = 0;
	files = 0;
	records = 0;
	private readonly done = new Set<string>();

	async add(ref: SessionRef, signal?: AbortSignal): Promise<void> {
		if (ref.format !== undefined) return this.addDocument(ref.files[0] ?? ref.path);
		this.sessions++;
		for (const unit of unitsOf(ref)) {
			const key = `${unit.agent} ${unit.key}`;
			if (this.done.has(key)) continue;
			this.done.add(key);
			this.files++;
			this.records += await checkUnit(unit, this.findings, signal);
		}
	}

	/** A file of one of the open formats. */
	async addDocument(file: string): Promise<void> {
		this.files++;
		const documents = await checkDocument(file, this.findings);
		this.sessions += documents;
		this.records += documents;
	}
}
