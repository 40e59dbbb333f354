/** The languages whose code is coloured, each with the names people give it behind a fence. */
const names = {
	bash: 'sh shell zsh fish console shellsession terminal',
	c: 'h',
	cpp: 'c++ cc cxx hpp hh arduino',
	csharp: 'c# cs',
	css: '',
	dart: '',
	dockerfile: 'docker containerfile',
	elixir: 'ex exs',
	go: 'golang',
	graphql: 'gql',
	haskell: 'hs',
	http: '',
	ini: 'toml cfg conf properties env dotenv editorconfig',
	java: '',
	javascript: 'js jsx mjs cjs node',
	json: 'jsonc json5 jsonl ndjson',
	kotlin: 'kt kts',
	lua: '',
	makefile: 'make mk',
	markdown: 'md mdx',
	nginx: '',
	nix: '',
	objectivec: 'objc objective-c mm',
	perl: 'pl pm',
	php: '',
	powershell: 'ps1 pwsh ps',
	protobuf: 'proto',
	python: 'py python3 pyi',
	r: '',
	ruby: 'rb',
	rust: 'rs',
	scala: 'sbt',
	scss: 'sass less',
	sql: 'postgres postgresql pgsql mysql sqlite plsql',
	swift: '',
	typescript: 'ts tsx mts cts',
	xml: 'html htm xhtml svg vue svelte plist rss',
	yaml: 'yml',
} as const;

export type LanguageName = keyof typeof names;

export const languageNames = Object.keys(names) as LanguageName[];

const byName = new Map<string, LanguageName>(
	Object.entries(names).flatMap(([name, others]) =>
		[name, ...others.split(' ')].filter(Boolean).map(each => [each, name as LanguageName] as const),
	),
);

export function languageNamed(name: string): LanguageName | undefined {
	return byName.get(name);
}
