import {type Fields, fieldsOf, isFields, listOf} from '../../adapters/fields.ts';
import {baseOf} from './usual.ts';

/** The message that a message says it follows; null: none. undefined: it does not say so, or its extensions know better. */
export function toldParent(message: Fields): string | null | undefined {
	const {parent_uuid: parent} = message;
	if (typeof parent !== 'string' && parent !== null) return undefined;
	const blocks = [...listOf(message.content), ...listOf(fieldsOf(message.extensions).thinking)];
	const isPlaced = blocks.some(block => {
		const {record, parent: own, record_parent: above} = fieldsOf(isFields(block) ? block.extensions : undefined);
		return record !== undefined || own !== undefined || above !== undefined;
	});
	return isPlaced ? undefined : parent;
}

/** The same of the record it is a part of: `r#1` goes on with what `r` began. */
export function toldParentOfRecord(message: Fields, find: (uuid: string) => unknown): string | null | undefined {
	const passed = new Set<Fields>();
	for (let part = message; ; ) {
		const parent = toldParent(part);
		if (typeof parent !== 'string' || baseOf(parent) !== baseOf(String(part.uuid))) return parent;
		const before = find(parent);
		// A circle is told where parents are looked at.
		if (!isFields(before) || passed.has(before)) return parent;
		passed.add(before);
		part = before;
	}
}
