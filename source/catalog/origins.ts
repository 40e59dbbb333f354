/** Who was copied from whom, where only the records they share tell it. */
import type {SessionRef} from '../adapters/adapter.ts';
import type {Catalog} from './catalog.ts';
import {unpack} from './database/safe-rows.ts';
import {readerFor} from './reader-for.ts';

export type Origin = {readonly forkedFrom?: string; readonly forkedAt?: string};

export class Origins {
	private readonly links = new Map<string, Promise<ReadonlyMap<string, Origin>>>();

	constructor(
		/** The sessions that share their first record with this one, itself included. */
		private readonly familyOf: (ref: SessionRef) => Promise<readonly SessionRef[]>,
		private readonly catalog: Catalog | undefined,
	) {}

	/** undefined: nothing but what its own file says. */
	async of(ref: SessionRef): Promise<Origin | undefined> {
		const family = await this.familyOf(ref);
		if (family.length < 2) return undefined;
		const stamp = stampOf(family);
		const saved = this.saved(ref, stamp);
		if (saved) return saved;
		const origin = (await this.linksIn(family, stamp)).get(ref.id) ?? toldOrigin(ref);
		this.catalog?.write(database =>
			database.run(
				'UPDATE sessions SET origin = ?, origin_stamp = ? WHERE path = ? AND id = ?',
				JSON.stringify(origin),
				stamp,
				ref.path,
				ref.id,
			),
		);
		return origin;
	}

	private saved({path, id}: SessionRef, stamp: string): Origin | undefined {
		return this.catalog?.use(database => {
			const row = database.get('SELECT origin, origin_stamp FROM sessions WHERE path = ? AND id = ?', path, id);
			return row?.origin_stamp === stamp ? unpack<Origin>(row.origin) : undefined;
		});
	}

	/** Asked once for a family as it is. */
	private linksIn(family: readonly SessionRef[], stamp: string): Promise<ReadonlyMap<string, Origin>> {
		const key = `${familyKey(family[0]!)} ${stamp}`;
		let links = this.links.get(key);
		if (!links) {
			links = relate(family);
			this.links.set(key, links);
		}
		return links;
	}
}

/** What a session's own file says. What nobody knows has no name here: it must not hide what somebody else knows. */
export function toldOrigin({forkedFrom}: SessionRef): Origin {
	return forkedFrom === undefined ? {} : {forkedFrom};
}

async function relate(family: readonly SessionRef[]): Promise<ReadonlyMap<string, Origin>> {
	const links = (await (await readerFor(family[0]!)).relate?.(family)) ?? [];
	return new Map(links.map(({id, ...origin}) => [id, origin]));
}

/** Names a family among those of all agents. */
export function familyKey(ref: SessionRef): string | undefined {
	return ref.family === undefined ? undefined : `${ref.agent}:${ref.family}`;
}

function stampOf(family: readonly SessionRef[]): string {
	return family
		.map(({id, stamp}) => `${id} ${stamp}`)
		.sort()
		.join('\n');
}
