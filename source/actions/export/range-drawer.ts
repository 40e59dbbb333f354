import type {BranchChoice, ByteRange, History} from '../../adapters/adapter.ts';
import {exportedFrom} from '../../formats/exported.ts';
import {draw} from '../../formats/markdown/draw.ts';
import type {Drawing} from '../../formats/markdown/drawing.ts';
import {type Stretches, stretchesOf} from '../../formats/parts/stretches.ts';
import type {Session} from '../../model/session.ts';
import type {Redactor} from '../../redact/redactor.ts';
import {redactionMap} from './load-redactor.ts';

/** Draws parts of a session in any order. */
export class RangeDrawer {
	private stretches: Stretches | undefined;

	/** The redactor is asked whether there is anything to replace; nobody else may use it. */
	constructor(
		private readonly history: History,
		private readonly branch: BranchChoice | undefined,
		private readonly redactor: Redactor | undefined,
	) {}

	/**
	 * undefined: secrets were found. What stands in their place depends on those before, so that whoever knows them draws
	 * it in its turn. `session`: as it leaves the program.
	 */
	async draw(range: ByteRange, session: Session): Promise<readonly Drawing[] | undefined> {
		this.redactor?.forget();
		this.stretches ??= stretchesOf(this.history.graph);
		const exported = exportedFrom(this.history, {
			agentName: '',
			branch: this.branch,
			exportedAt: '',
			map: redactionMap(this.redactor),
		});
		const drawings: Drawing[] = [];
		for await (const drawing of draw({...exported, session}, this.stretches, range)) {
			if (this.redactor?.hasFound) return undefined;
			drawings.push(drawing);
		}
		return drawings;
	}
}

/** The same for whoever read the same: another thread may have come a moment later, and to a longer file. */
export function shapeOf({graph, cuts = []}: History): string {
	return `${graph.size} ${graph.forks.length} ${graph.activeBranch?.leaf} ${cuts.join()}`;
}
