/** What a Secret of Kubernetes holds, whatever it is called there: `kubectl get secret -o yaml`, or a manifest. */
import {isStandIn} from './placeholder.ts';
import type {Rule, Span} from './rule.ts';

/** As far as one document goes, before and behind the place where it says what it is. */
const reach = 20_000;

/** Where another document begins. */
const parting = /\n---|\\n---|\n(?:- )?apiVersion:|\\n(?:- )?apiVersion:|\bapiVersion\\{0,8}"/;

/** A line of the block: deeper than `data:` itself. */
const yamlBlock = /(?:^|\n|\\n)(?<indent>[ ]{0,20})(?:data|stringData):[ ]{0,4}(?=(?:\r?\n|\\n)\k<indent>[ ])/g;
const yamlPair =
	/(?:\r?\n|\\n)(?<indent>[ ]{1,40})[\w.-]{1,120}:[ ]{1,4}["']?(?<secret>[^\s"'\\]{0,40000})(?:["' \t][^\r\n\\]{0,400})?/dy;

const jsonBlock = /\\{0,8}"(?:data|stringData)\\{0,8}":\s{0,4}\{/g;
const jsonPair =
	/(?:\s|\\{1,8}n|,){0,60}\\{0,8}"[\w.-]{1,120}\\{0,8}":\s{0,4}\\{0,8}"(?<secret>[^\s"\\]{0,40000})\\{0,8}"/dy;

/** Neither examples nor plain words: `YWRtaW4=` is `admin`. */
function isHidden(value: string): boolean {
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
		if (isHidden(text.slice(start, end))) found.push({start, end, rule: kubernetesSecrets});
		at = pair.lastIndex;
	}
}

export const kubernetesSecrets: Rule = {
	id: 'kubernetes-secret',
	name: 'Kubernetes secret',
	group: 'assignment',
	keywords: ['kind: Secret', 'kind":"Secret"', 'kind": "Secret"', 'kind\\":\\"Secret\\', 'kind\\": \\"Secret\\'],
	find(text, at, found) {
		if (/\w/.test(text[at + 'kind: Secret'.length] ?? '') && text.startsWith('kind: ', at)) return undefined;
		const start = Math.max(0, at - reach);
		const before = text.slice(start, at);
		const from = start + lastParting(before);
		const behind = text.slice(at, at + reach).search(parting);
		const document = text.slice(from, behind < 0 ? at + reach : at + behind);
		for (const match of document.matchAll(yamlBlock)) {
			const first = from + match.index + match[0].length;
			found.push(...pairsFrom(text, first, yamlPair, match.groups!.indent!.length + 1));
		}
		for (const match of document.matchAll(jsonBlock))
			found.push(...pairsFrom(text, from + match.index + match[0].length, jsonPair, 0));
		return from + document.length;
	},
};

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
	return Math.max(0, ...places.map(place => before.lastIndexOf(place)));
}
