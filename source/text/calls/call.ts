/** What can be told of a call of a tool without knowing who made it: which of the tools all agents have, and its input. */
export type Call = {
	readonly universal: string;
	readonly input?: unknown;
};
