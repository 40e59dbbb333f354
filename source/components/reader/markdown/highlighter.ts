/** What knows the languages. Loaded by `highlight.ts` alone, and only when there is code to colour. */
import type {LanguageFn} from 'highlight.js';
import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import haskell from 'highlight.js/lib/languages/haskell';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import nix from 'highlight.js/lib/languages/nix';
import objectivec from 'highlight.js/lib/languages/objectivec';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type {Role} from '../../theme.ts';
import type {SyntaxSpan} from './highlight.ts';
import type {LanguageName} from './language-names.ts';

const languages: Readonly<Record<LanguageName, LanguageFn>> = {
	bash,
	c,
	cpp,
	csharp,
	css,
	dart,
	dockerfile,
	elixir,
	go,
	graphql,
	haskell,
	http,
	ini,
	java,
	javascript,
	json,
	kotlin,
	lua,
	makefile,
	markdown,
	nginx,
	nix,
	objectivec,
	perl,
	php,
	powershell,
	protobuf,
	python,
	r,
	ruby,
	rust,
	scala,
	scss,
	sql,
	swift,
	typescript,
	xml,
	yaml,
};

/** The role of each class the library knows; what is not here looks like what it stands in. */
const roles: Readonly<Record<string, Role | undefined>> = {
	keyword: 'syntax-keyword',
	meta: 'syntax-keyword',
	doctag: 'syntax-keyword',
	'selector-tag': 'syntax-keyword',
	'selector-pseudo': 'syntax-keyword',
	'template-tag': 'syntax-keyword',
	string: 'syntax-string',
	regexp: 'syntax-string',
	char: 'syntax-string',
	link: 'syntax-string',
	symbol: 'syntax-string',
	code: 'syntax-string',
	number: 'syntax-number',
	literal: 'syntax-number',
	bullet: 'syntax-number',
	comment: 'syntax-comment',
	quote: 'syntax-comment',
	title: 'syntax-name',
	name: 'syntax-name',
	attr: 'syntax-name',
	attribute: 'syntax-name',
	property: 'syntax-name',
	section: 'syntax-name',
	built_in: 'syntax-name',
	type: 'syntax-name',
	variable: 'syntax-name',
	'selector-class': 'syntax-name',
	'selector-id': 'syntax-name',
	'template-variable': 'syntax-name',
	strong: 'strong',
	emphasis: 'emphasis',
	addition: 'added',
	deletion: 'removed',
};

/** Languages that stand in others: without them that is plain. */
const inside: Partial<Readonly<Record<LanguageName, readonly LanguageName[]>>> = {
	dockerfile: ['bash'],
	javascript: ['xml', 'css'],
	markdown: ['xml'],
	typescript: ['xml', 'css'],
	xml: ['css', 'javascript'],
};

export function syntaxSpans(code: string, language: LanguageName): SyntaxSpan[] {
	for (const name of [language, ...(inside[language] ?? [])])
		if (!core.getLanguage(name)) core.registerLanguage(name, languages[name]);
	return spansOf(core.highlight(code, {language, ignoreIllegals: true}).value);
}

const entities: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#x27;': "'",
};

const token = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);|[^<&]+/g;

/** The library answers in HTML: elements inside of each other, and text. */
function spansOf(html: string): SyntaxSpan[] {
	const spans: SyntaxSpan[] = [];
	const open: Array<Role | undefined> = [];
	let at = 0;
	for (const [piece, className] of html.matchAll(token)) {
		if (className !== undefined) open.push(roleOf(className, open.at(-1)));
		else if (piece === '</span>') open.pop();
		else {
			const end = at + (entities[piece] ?? piece).length;
			push(spans, at, end, open.at(-1));
			at = end;
		}
	}
	return spans;
}

function push(spans: SyntaxSpan[], start: number, end: number, role: Role | undefined): void {
	if (role === undefined) return;
	const last = spans.at(-1);
	if (last?.end === start && last.role === role) spans[spans.length - 1] = {start: last.start, end, role};
	else spans.push({start, end, role});
}

/** `hljs-title function_`: the first word says it. Code inside a string is code again. */
function roleOf(className: string, outer: Role | undefined): Role | undefined {
	const name = className.split(' ')[0]!.replace(/^hljs-/, '');
	if (name === 'subst') return undefined;
	return roles[name] ?? outer;
}
