/** Documents of the open formats against their JSON Schemas, and against what their documents say in words. */
import type {ErrorObject, ValidateFunction} from 'ajv';
import type {RuleFinding} from './common/finding.ts';
import type {OpenFormatId} from './format.ts';
import {sessionDataRules} from './session-data/rules.ts';
import {unifiedRules} from './unified/rules.ts';
import {universalRules} from './universal/rules.ts';

/** What is wrong, and where: `$.messages[3].role`. */
export type Finding = RuleFinding;

type Checks = {
	readonly schema: () => Promise<{readonly default: object}>;
	readonly rules: (document: unknown) => RuleFinding[];
};

const checks: Readonly<Record<OpenFormatId, Checks>> = {
	unified: {schema: () => import('./schemas/unified-1.0.schema.json', {with: {type: 'json'}}), rules: unifiedRules},
	'session-data': {
		schema: () => import('./schemas/session-data-1.0.schema.json', {with: {type: 'json'}}),
		rules: sessionDataRules,
	},
	universal: {
		schema: () => import('./schemas/universal-1.0.schema.json', {with: {type: 'json'}}),
		rules: universalRules,
	},
};

const compiled = new Map<OpenFormatId, Promise<ValidateFunction>>();

/** Everything that is wrong in a document; nothing if it is as it should be. */
export async function validate(format: OpenFormatId, document: unknown): Promise<Finding[]> {
	let schema = compiled.get(format);
	if (!schema) {
		schema = compile(format);
		compiled.set(format, schema);
	}
	const isValid = await schema;
	const errors = isValid(document) ? [] : (isValid.errors ?? []);
	return [...errors.filter(({keyword}) => keyword !== 'if').map(describe), ...checks[format].rules(document)];
}

/** The validator is large: it is loaded when something is to be validated. */
async function compile(format: OpenFormatId): Promise<ValidateFunction> {
	const [ajvModule, formats, schema] = await Promise.all([
		import('ajv/dist/2020.js'),
		import('ajv-formats'),
		checks[format].schema(),
	]);
	// How a module of this kind is imported differs between Node and a bundle.
	const {Ajv2020} = ajvModule.default;
	const ajv = new Ajv2020({allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true});
	const plugin = formats.default as unknown as {default?: (ajv: object) => void} & ((ajv: object) => void);
	(plugin.default ?? plugin)(ajv);
	return ajv.compile(schema.default);
}

function describe({instancePath, keyword, params, message = 'is not valid'}: ErrorObject): Finding {
	const path = jsonPath(instancePath);
	switch (keyword) {
		case 'required':
			return {path: `${path}${step(params.missingProperty)}`, message: 'is missing'};
		case 'additionalProperties':
			return {path: `${path}${step(params.additionalProperty)}`, message: 'is not a field of the format'};
		case 'enum':
			return {path, message: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`};
		case 'const':
			return {path, message: `must be ${JSON.stringify(params.allowedValue)}`};
		default:
			return {path, message};
	}
}

/** `/messages/0/role` as `$.messages[0].role`. */
function jsonPath(pointer: string): string {
	const names = pointer.split('/').slice(1);
	return `$${names.map(name => step(name.replaceAll('~1', '/').replaceAll('~0', '~'))).join('')}`;
}

function step(name: string): string {
	if (/^\d+$/.test(name)) return `[${name}]`;
	return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
