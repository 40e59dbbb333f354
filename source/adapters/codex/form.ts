/** How a record is shown once its neighbours are known. */
export const forms = [
	'shown',
	/** Another record says the same: only its place is told. */
	'repeated',
	/** For the model's eyes only: context, or a script whose real commands are shown. */
	'aside',
	/** The call is told by another record; the result only by this one. */
	'result-only',
] as const;

export type Form = (typeof forms)[number];

export type SetForm = (node: number, form: Form) => void;
