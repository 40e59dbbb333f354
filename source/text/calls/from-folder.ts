const before = /[\s"'`(<,]/;
const withinName = /[\w.@+~-]|[^\0-\x7F]/;

/**
 * Paths below a folder as they are seen from there, in a text of few words. Only where one begins, and nothing is left of none:
 * another path may go on with the same names, and the folder itself is not below itself.
 */
export function fromFolder(text: string, folder: string): string {
	const start = `${folder}/`;
	if (folder.length <= 1 || !text.includes(start)) return text;
	let shown = '';
	let from = 0;
	for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) {
		const end = at + start.length;
		const isBeginning = at === 0 || before.test(text[at - 1]!);
		if (!isBeginning || !withinName.test(text[end] ?? '')) continue;
		shown += text.slice(from, at);
		from = end;
	}
	return shown + text.slice(from);
}
