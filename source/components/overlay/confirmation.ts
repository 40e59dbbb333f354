/** A question before something is written. */
export type Confirmation = {
	readonly question: string;
	/** What `y` does. */
	readonly act: () => void;
	/** What `n` does; without it nothing was done, and that is said. */
	readonly otherwise?: () => void;
};
