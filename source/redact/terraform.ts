/** Values of Terraform that stand in a block under their name. */
import {ruleForKey} from './assignments.ts';
import {isStandIn} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {isSecretUnder} from './secret-names.ts';

const variable =
	/variable \\{0,8}"(?<name>[\w-]{1,80})\\{0,8}" \{[^{}]{0,400}?\bdefault[ ]{0,20}=[ ]{0,4}\\{0,8}"(?<secret>[^\s"\\]{6,400})\\{0,8}"/dy;

export const terraformVariables: Rule = {
	id: 'secret',
	name: 'named secret',
	group: 'assignment',
	keywords: ['variable "', 'variable \\"'],
	find(text, at, found) {
		variable.lastIndex = at;
		const match = variable.exec(text);
		const key = match && ruleForKey(match.groups!.name!);
		if (!key || !isSecretUnder(key.isPassword, key.word, match.groups!.secret!, 'quoted')) return undefined;
		const [start, end] = match.indices!.groups!.secret!;
		found.push({start, end, rule: key.rule});
		return end;
	},
};

/** As far as an output goes that says of itself that it is secret. */
const reach = 600;

const sensitive = /sensitive\\{0,8}":\s{0,4}true/y;
const outputValue = /\bvalue\\{0,8}":\s{0,4}\\{0,8}"(?<secret>[^\s"\\]{6,400})\\{0,8}"/d;

/** The same for the value of an object. */
export function isOutput(value: string): boolean {
	return /^\S{6,4096}$/.test(value) && !isStandIn(value);
}

/** `terraform output -json`, and its state: whatever the name, it is marked. */
export const terraformOutputs: Rule = {
	id: 'secret',
	name: 'named secret',
	group: 'assignment',
	keywords: ['sensitive"', 'sensitive\\'],
	find(text, at, found) {
		sensitive.lastIndex = at;
		if (!sensitive.test(text)) return undefined;
		const from = text.slice(Math.max(0, at - reach), at).lastIndexOf('{') + Math.max(0, at - reach) + 1;
		const close = text.slice(at, at + reach).indexOf('}');
		const block = text.slice(from, close < 0 ? at + reach : at + close);
		const place = outputValue.exec(block)?.indices?.groups?.secret;
		if (!place || isStandIn(block.slice(...place))) return undefined;
		found.push({start: from + place[0], end: from + place[1], rule: terraformOutputs});
		return undefined;
	},
};
