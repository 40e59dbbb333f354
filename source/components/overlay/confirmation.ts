/** A question before something is written. */
export type Confirmation = {
	readonly question: string;
	/** What `Enter` and `y` do. */
	readonly act: () => void;
};
