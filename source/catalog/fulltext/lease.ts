/** One process fills the index at a time: two would only do the same work twice. */
import type {Catalog} from '../catalog.ts';

/** Whoever does not renew it in this time was killed. */
const leaseMs = 15_000;

type State = {readonly holder: number; readonly until: number; readonly pid: number};

export class Lease {
	private readonly owner = Math.floor(Math.random() * 2 ** 48) + 1;

	constructor(
		private readonly catalog: Catalog,
		private readonly now: () => number = Date.now,
	) {}

	/** False: another process has it, or nothing can be written. */
	take(): boolean {
		return this.write(({holder, until, pid}) => {
			const now = this.now();
			// A clock that was set back must not lock everybody out, nor a process that is not there any more.
			return holder === this.owner || until <= now || until > now + leaseMs || isGone(pid);
		});
	}

	/** False: another process has had it since, however long ago; or nothing can be written. */
	renew(): boolean {
		return this.write(({holder}) => holder === this.owner);
	}

	private write(mayHave: (state: State) => boolean): boolean {
		const isHeld = this.catalog.write(database => {
			const numbers = new Map(
				database
					.all("SELECT name, value FROM numbers WHERE name LIKE 'filler%'")
					.map(row => [row.name, Number(row.value)]),
			);
			const number = (name: string) => numbers.get(name) ?? 0;
			const state = {holder: number('filler'), until: number('filler until'), pid: number('filler pid')};
			if (!mayHave(state)) return false;
			const set = 'INSERT OR REPLACE INTO numbers (name, value) VALUES (?, ?)';
			database.run(set, 'filler', this.owner);
			database.run(set, 'filler pid', process.pid);
			database.run(set, 'filler until', this.now() + leaseMs);
			return true;
		});
		return isHeld ?? false;
	}

	/** Also where nothing more can be written: for this there is room as a rule, and else it runs out by itself. */
	release(): void {
		const sql =
			"UPDATE numbers SET value = 0 WHERE name = 'filler until' AND (SELECT value FROM numbers WHERE name = 'filler') = ?";
		this.catalog.use(database => {
			try {
				database.transaction(() => database.run(sql, this.owner));
			} catch {
				// The others wait a moment longer.
			}
		});
	}
}

/** Somebody stopped it with ^C, say. On another machine nobody can tell: two that work at once only lose time. */
function isGone(pid: number): boolean {
	if (pid === 0) return false;
	try {
		process.kill(pid, 0);
		return false;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ESRCH';
	}
}
