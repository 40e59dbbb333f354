/**
 * Objects that say of themselves that they hold secrets, whatever those are called: Kubernetes, Terraform. In a text the rules
 * read that between the lines; here it is what a tool was given, or a record, whose strings are looked at one by one.
 */
import {isHidden, kubernetesSecrets} from './kubernetes.ts';
import {placeholder} from './placeholder.ts';
import type {Rule} from './rule.ts';
import {isOutput, terraformOutputs} from './terraform.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What becomes of a string that is held. */
export type HeldChange = (string: string, key: string, rule: Rule) => string;

/** Asked of every field there is: an object without one of these is not looked at. */
export function isMark(key: string, value: unknown): boolean {
	return (key === 'kind' && value === 'Secret') || (key === 'sensitive' && value === true);
}

/** What is left of a string beside the placeholders that other rules put there. */
export function withoutPlaceholders(string: string): string {
	return string.replace(placeholder, '');
}

/** The same object where nothing is another than before. */
export function changeHeld<T extends object>(object: T, change: HeldChange): T {
	const fields = object as Fields;
	if (fields.kind === 'Secret') {
		const changed = ['data', 'stringData'].map(block => [block, changeBlock(fields[block], change)] as const);
		if (changed.some(([block, value]) => value !== fields[block]))
			return {...object, ...Object.fromEntries(changed.filter(([block]) => block in fields))};
	}
	const {sensitive, value} = fields;
	if (sensitive !== true || typeof value !== 'string' || !isOutput(withoutPlaceholders(value))) return object;
	const changed = change(value, 'value', terraformOutputs);
	return changed === value ? object : {...object, value: changed};
}

function changeBlock(block: unknown, change: HeldChange): unknown {
	if (typeof block !== 'object' || block === null || Array.isArray(block)) return block;
	let hasChanged = false;
	const pairs = Object.entries(block).map(([key, value]) => {
		const isHeld = typeof value === 'string' && isHidden(withoutPlaceholders(value));
		const changed = isHeld ? change(value, key, kubernetesSecrets) : value;
		hasChanged ||= changed !== value;
		return [key, changed] as const;
	});
	return hasChanged ? Object.fromEntries(pairs) : block;
}

/** Tells every string that is held somewhere in a value of JSON. */
export function visitHeld(json: unknown, visit: (string: string, key: string, rule: Rule) => void): void {
	if (typeof json !== 'object' || json === null) return;
	changeHeld(json, (string, key, rule) => {
		visit(string, key, rule);
		return string;
	});
	for (const value of Object.values(json)) visitHeld(value, visit);
}
