/** What a Secret of Kubernetes holds, whatever it is called there: `kubectl get secret -o yaml`, or a manifest. */
import {isStandIn} from './placeholder.ts';
import type {Rule, Span} from './rule.ts';

/** As far as one document goes, before and behind the place where it says what it is. */
const reach = 20_000;

/** Where another document begins. */
const parting = /\n---|\\n---|\n(?:- )?apiVersion:|\\n(?:- )?apiVersion:|\bapiVersion\\{0,8}"/;

/** The API's own answers say the version behind the kind; there it begins no other document. */
const version =
	/^kind(?:: |\\{0,8}"\s{0,4}:\s{0,4}\\{0,8}")Secret(?:\\{0,8}",)?(?:\s|\\{1,8}[nrt]|\d{1,6}→|[+-]){0,40}(?:\\{0,8}")?apiVersion(?::|\\{0,8}")/;

/** Numbers of lines and marks of a diff, which tools put before a line. */
const mark = '(?:[ \\t]{0,8}\\d{1,6}(?:→|\\\\t|\\t)|[+-](?![+-]))?';
const lineBreak = '(?:\\r?\\n|\\\\n)';

/** What stands before the kind in its line: how deep it is, its block must be. */
const lineHead = new RegExp(`(?:^|\\n|\\\\n|["'])${mark}(?<indent>[ ]{0,20})(?<item>- )?$`);

/** A line of the block: deeper than `data:` itself. */
const yamlBlock = new RegExp(
	`(?:^|\\n|\\\\n)${mark}(?<indent>[ ]{0,20})(?:data|stringData):[ ]{0,4}(?=${lineBreak})`,
	'g',
);
const yamlPair = new RegExp(
	`${lineBreak}${mark}(?:[ ]{0,40}(?:#[^\\r\\n\\\\]{0,400})?${lineBreak}${mark}){0,20}(?<indent>[ ]{1,40})` +
		`["']?[\\w.-]{1,120}["']?:[ ]{1,4}["']?(?<secret>[^\\s"'\\\\]{0,40000})(?:["' \\t][^\\r\\n\\\\]{0,400})?`,
	'dy',
);

/** A value of several lines: `config.ini: |`, and each of the lines below it. */
const severalLines = /^[|>][+-]?\d?$/;
const yamlLine = new RegExp(
	`${lineBreak}${mark}(?<indent>[ ]{0,40})(?<secret>(?:[^\\s\\\\](?:[^\\r\\n\\\\]|\\\\(?!n)){0,4000})?)`,
	'dy',
);

const jsonBlock = /\\{0,8}"(?:data|stringData)\\{0,8}":\s{0,4}\{/g;
const jsonPair =
	/(?:\s|\\{1,8}n|,){0,60}\\{0,8}"[\w.-]{1,120}\\{0,8}":\s{0,4}\\{0,8}"(?<secret>[^\s"\\]{0,40000})\\{0,8}"/dy;

/** Neither examples nor plain words: `YWRtaW4=` is `admin`. */
export function isHidden(value: string): boolean {
	if (value.length < 6 || isStandIn(value)) return false;
	if (!/^[A-Za-z\d+/]+={0,2}$/.test(value) || value.length % 4 > 0) return true;
	const text = Buffer.from(value, 'base64').toString('latin1');
	return text.length >= 6 && !/^[a-z][a-z_.-]*$/i.test(text);
}

function pairsFrom(text: string, from: number, pair: RegExp, least: number): Span[] {
	const found: Span[] = [];
	for (let at = from; ; ) {
		pair.lastIndex = at;
		const match = pair.exec(text);
		if (!match || (match.groups!.indent?.length ?? least) < least) return found;
		const [start, end] = match.indices!.groups!.secret!;
		const value = text.slice(start, end);
		if (isHidden(value)) found.push({start, end, rule: kubernetesSecrets});
		at = pair.lastIndex;
		const {indent} = match.groups!;
		if (indent !== undefined && severalLines.test(value)) at = linesFrom(text, at, indent.length, found);
	}
}

/** Tells where the lines end that are deeper than their name. */
function linesFrom(text: string, from: number, depth: number, found: Span[]): number {
	for (let at = from; ; ) {
		yamlLine.lastIndex = at;
		const match = yamlLine.exec(text);
		const {indent, secret} = match?.groups ?? {};
		if (indent === undefined || (secret !== '' && indent.length <= depth)) return at;
		const [start, end] = match!.indices!.groups!.secret!;
		if (isHidden(secret!)) found.push({start, end, rule: kubernetesSecrets});
		at = yamlLine.lastIndex;
	}
}

export const kubernetesSecrets: Rule = {
	id: 'kubernetes-secret',
	name: 'Kubernetes secret',
	group: 'assignment',
	keywords: ['kind: Secret', 'kind":"Secret"', 'kind": "Secret"', 'kind\\":\\"Secret\\', 'kind\\": \\"Secret\\'],
	find(text, at, found) {
		const isYaml = text.startsWith('kind: ', at);
		const head = isYaml ? lineHead.exec(text.slice(Math.max(0, at - 60), at))?.groups : undefined;
		// A word of a sentence, and other kinds: `SecretProviderClass`.
		if (isYaml && (!head || /[\w`]/.test(text[at + 'kind: Secret'.length] ?? ''))) return undefined;
		const {from, document} = documentAround(text, at);
		const depth = (head?.indent?.length ?? 0) + (head?.item?.length ?? 0);
		for (const match of isYaml ? document.matchAll(yamlBlock) : []) {
			const first = from + match.index + match[0].length;
			const {length} = match.groups!.indent!;
			if (length === depth) found.push(...pairsFrom(text, first, yamlPair, length + 1));
		}
		for (const match of document.matchAll(jsonBlock))
			found.push(...pairsFrom(text, from + match.index + match[0].length, jsonPair, 0));
		return from + document.length;
	},
};

function documentAround(text: string, at: number): {from: number; document: string} {
	const behind = text.slice(at, at + reach);
	const versionAt = version.exec(behind)?.[0].length;
	const end = behind.slice(versionAt ?? 0).search(parting);
	const until = end < 0 ? at + reach : at + (versionAt ?? 0) + end;
	const start = Math.max(0, at - reach);
	// What says its version behind its kind begins with its kind.
	const from = versionAt === undefined ? start + lastParting(text.slice(start, at)) : at;
	return {from, document: text.slice(from, until)};
}

/** Each is looked for only behind the one before it: a text may be all partings. */
function lastParting(before: string): number {
	const places = [
		'\n---',
		'\\n---',
		'\napiVersion:',
		'\n- apiVersion:',
		'\\napiVersion:',
		'apiVersion"',
		'apiVersion\\"',
	];
	let from = 0;
	for (const place of places) from += Math.max(0, before.slice(from).lastIndexOf(place));
	return from;
}
