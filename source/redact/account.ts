/**
 * What was replaced in a part of a session, one after the other. Somebody who had replaced the same before that part can take
 * it over, as if they had replaced it themselves; or see that they would have replaced something else.
 */

/** What is known of a secret beside its kind. */
export type Place = {
	/** What the report calls where it stands. */
	readonly place?: string;
	/** What has to be written instead. */
	readonly fixed?: string;
	/** The same text was looked at before. */
	readonly isRepeat?: boolean;
};

export type Note = Place & {
	/** The rule's place among all rules, the user's own behind the others: the same for everybody with the same settings. */
	readonly rule: number;
	readonly secret: string;
	/** What stands there now. */
	readonly made: string;
};

export type Account = {
	/** Stands for all that was replaced without its name from the beginning of the part on. */
	readonly knew: string;
	readonly notes: readonly Note[];
};
