const most = 60;

/** A title as a name for a file: small letters and digits of any script with dashes between them. Of a slug, itself. */
export function slugOf(title: string | undefined): string | undefined {
	const words = (title ?? '')
		.normalize('NFKD')
		.replace(/\p{M}+/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu);
	const slug = Array.from((words ?? []).join('-'))
		.slice(0, most)
		.join('')
		.replace(/-+$/, '')
		.normalize('NFC');
	return slug === '' ? undefined : slug;
}
