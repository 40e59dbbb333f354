import {isFields} from '../fields.ts';

/** Fields that open something: `blobEncryptionKey`, and whatever a later version may put beside it. */
const secretName = /key$|secret|token|password|credential/i;

export function isSecretName(name: string): boolean {
	return secretName.test(name);
}

/** A copy that may be shown. The chat's bookkeeping holds the key that its blobs may be encrypted with. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (!isFields(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !isSecretName(name))
			.map(([name, inner]) => [name, withoutSecrets(inner)]),
	);
}
