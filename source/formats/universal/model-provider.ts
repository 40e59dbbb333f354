/** Who makes a model, as far as its name tells. */
const makers: ReadonlyArray<readonly [pattern: RegExp, provider: string]> = [
	[/^claude|^anthropic/, 'anthropic'],
	[/^gpt|^o[1-9](?:$|-)|^codex|^chatgpt|^openai/, 'openai'],
	[/^gemini|^gemma|^google/, 'google'],
	[/^deepseek/, 'deepseek'],
	[/^grok|^xai/, 'xai'],
	[/^(?:mi|ministra|code|dev|pix|magi)stral|^mixtral/, 'mistral'],
	[/^qwen|^qwq/, 'alibaba'],
	[/^llama|^meta-llama/, 'meta'],
	[/^kimi|^moonshot/, 'moonshotai'],
	[/^glm|^zai/, 'zai'],
	[/^minimax/, 'minimax'],
	[/^composer|^cursor/, 'cursor'],
];

/** `openrouter/some-model` names its provider itself. */
export function modelProvider(model: string): string {
	const name = model.toLowerCase();
	const maker = makers.find(([pattern]) => pattern.test(name))?.[1];
	const slash = name.indexOf('/');
	return maker ?? (slash > 0 ? name.slice(0, slash) : 'unknown');
}
