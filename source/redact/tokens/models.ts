import type {TokenRule} from '../rule.ts';

/** Of those who serve models. */
export const modelTokens: readonly TokenRule[] = [
	{
		id: 'anthropic-key',
		name: 'Anthropic key',
		keywords: ['sk-ant-'],
		pattern: /sk-ant-(?:[a-z]{2,8}\d\d-)?[\w-]{32,200}/y,
	},
	{
		id: 'openai-key',
		name: 'OpenAI key',
		keywords: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
		pattern: /sk-[A-Za-z]{4,7}-[\w-]{40,250}/y,
	},
	{id: 'openrouter-key', name: 'OpenRouter key', keywords: ['sk-or-'], pattern: /sk-or-(?:v\d-)?[\da-f]{40,64}/y},
	{id: 'langfuse-key', name: 'Langfuse key', keywords: ['sk-lf-'], pattern: /sk-lf-[\da-f-]{36}/y},
	// OpenAI's older ones, DeepSeek, Moonshot, Qwen, LiteLLM.
	{id: 'model-key', name: 'model provider key', keywords: ['sk-'], pattern: /sk-[A-Za-z\d]{32,64}(?![\w-])/y},
	{
		id: 'google-key',
		name: 'Google API key',
		keywords: ['AIza'],
		pattern: /AIza[\w-]{35}(?![\w-])/y,
	},
	{id: 'google-key', name: 'Google API key', keywords: ['AQ.Ab'], pattern: /AQ\.Ab[\w-]{40,100}/y},
	{id: 'google-token', name: 'Google OAuth token', keywords: ['ya29.'], pattern: /ya29\.[\w-]{20,500}/y},
	{id: 'google-token', name: 'Google OAuth token', keywords: ['1//0'], pattern: /1\/\/0[\w-]{35,200}/y},
	{id: 'google-client-secret', name: 'Google client secret', keywords: ['GOCSPX-'], pattern: /GOCSPX-[\w-]{24,40}/y},
	{id: 'huggingface-token', name: 'Hugging Face token', keywords: ['hf_'], pattern: /hf_[A-Za-z\d]{30,60}/y},
	{id: 'huggingface-token', name: 'Hugging Face token', keywords: ['api_org_'], pattern: /api_org_[A-Za-z\d]{30,60}/y},
	{id: 'groq-key', name: 'Groq key', keywords: ['gsk_'], pattern: /gsk_[A-Za-z\d]{40,64}/y},
	{id: 'xai-key', name: 'xAI key', keywords: ['xai-'], pattern: /xai-[A-Za-z\d]{64,100}/y},
	{id: 'perplexity-key', name: 'Perplexity key', keywords: ['pplx-'], pattern: /pplx-[A-Za-z\d]{40,64}/y},
	{id: 'replicate-token', name: 'Replicate token', keywords: ['r8_'], pattern: /r8_[A-Za-z\d]{37,40}/y},
	{id: 'cerebras-key', name: 'Cerebras key', keywords: ['csk-'], pattern: /csk-[a-z\d]{40,64}/y},
	{
		id: 'fireworks-key',
		name: 'Fireworks key',
		keywords: ['fw_'],
		pattern: /fw_[A-Za-z\d]{22,40}(?![\w-])/y,
		entropy: 3.5,
	},
	{id: 'nvidia-key', name: 'NVIDIA key', keywords: ['nvapi-'], pattern: /nvapi-[\w-]{50,100}/y},
	{id: 'elevenlabs-key', name: 'ElevenLabs key', keywords: ['sk_'], pattern: /sk_[\da-f]{48}(?!\w)/y},
	{id: 'langsmith-key', name: 'LangSmith key', keywords: ['lsv2_'], pattern: /lsv2_(?:pt|sk)_[\da-f]{32}_[\da-f]{10}/y},
	{id: 'tavily-key', name: 'Tavily key', keywords: ['tvly-'], pattern: /tvly-[\w-]{20,64}/y},
	{id: 'firecrawl-key', name: 'Firecrawl key', keywords: ['fc-'], pattern: /fc-[\da-f]{32}(?![\w-])/y},
	{id: 'pinecone-key', name: 'Pinecone key', keywords: ['pcsk_'], pattern: /pcsk_\w{50,100}/y},
	{id: 'cursor-key', name: 'Cursor key', keywords: ['crsr_', 'key_'], pattern: /(?:crsr|key)_[\da-f]{64}(?!\w)/y},
];
