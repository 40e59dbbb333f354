/** Texts that stand in the history as if somebody had typed or answered them, and nobody did. */

const injected = [
	/^<session_context>/,
	/^<hook_context>/,
	// Before the tags, and still in saved checkpoints.
	/^This is the Gemini CLI\. We are setting up the context for our chat\./,
	/^Here is (?:the user's editor context|a summary of changes in the user's editor context)\b/,
	/^System: Please continue\.$/,
];

/** Context for the model, told in the person's name. */
export function isInjected(text: string): boolean {
	const start = text.trimStart().slice(0, 200);
	return injected.some(pattern => pattern.test(start));
}

const contextAnswers = new Set(['Got it. Thanks for the context!']);

/** What the model is made to say to the context, or in place of an answer that broke off. */
export function isScripted(text: string): boolean {
	return (
		contextAnswers.has(text.trim()) || text.trim() === '[The previous response was interrupted before it completed.]'
	);
}

/** A compressed history begins with its summary, and with these words put into the model's mouth. */
export function isSummaryAnswer(text: string): boolean {
	return text.trim() === 'Got it. Thanks for the additional context!';
}

export function isSummary(text: string): boolean {
	return text.trimStart().startsWith('<state_snapshot>');
}

/** The first of the directories the context names is the one the program was started in. */
export function directoryIn(context: string): string | undefined {
	const match =
		/\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]+)/.exec(context) ??
		/I'm currently working in the (?:directory: |following directories:\s*\n\s*- )([^\n]+)/.exec(context);
	return match?.[1]?.trim();
}
