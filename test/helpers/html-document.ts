/** A page as its tags and its text. Everything in a page is written by us, so whatever is not ours is wrong. */

const tags = new Set(
	`html head meta title style script body div span input output button header h1 h2 h3 h4 h5 h6 dl dt dd main section a time details summary
	p pre code b em strong s ul ol li blockquote hr br table thead tbody tr th td img nav`.split(/\s+/),
);
const empty = new Set(['meta', 'input', 'img', 'hr', 'br']);
/** What an element may say of itself, beside classes and the like. */
const attributes =
	/^(?:lang|charset|http-equiv|content|name|class|role|type|placeholder|autocomplete|spellcheck|aria-[a-z]+|id|datetime|data-[a-z]|title|open|alt|width|height|loading|start|href|rel|src)$/;
const address = /^(?:#[\w-]+|https?:|mailto:)/i;
const picture = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[\w+/=]+$/;

const tagPattern = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/g;

export function problemsIn(html: string): string[] {
	const problems: string[] = [];
	const open: string[] = [];
	const scripts = html.match(/<script/gi)?.length ?? 0;
	if (scripts !== 1) problems.push(`${scripts} scripts`);
	const body = html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').replace('<!doctype html>', '');
	if (body.replace(tagPattern, '').includes('<')) problems.push('a < that begins no tag');
	for (const [, slash, name, rest] of body.matchAll(tagPattern)) {
		if (!tags.has(name!)) problems.push(`an element ${name}`);
		if (slash) {
			const last = open.pop();
			if (last !== name) problems.push(`${name} ends ${last}`);
		} else if (!empty.has(name!)) open.push(name!);
		for (const [, key, value = ''] of rest!.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
			if (!attributes.test(key!)) problems.push(`${name} has ${key}`);
			if (key === 'href' && !address.test(value)) problems.push(`a link to ${value}`);
			if (key === 'src' && !picture.test(value)) problems.push(`a picture from ${value}`);
		}
	}
	if (open.length > 0) problems.push(`never ended: ${open.join(' ')}`);
	if (/[\u202A-\u202E\u2066-\u2069\u200B\u0000-\u0008\u001B]/.test(html)) problems.push('something nobody sees');
	return problems;
}

const entities: Readonly<Record<string, string>> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&#x27;': "'",
};

export function textOf(html: string): string {
	return html
		.slice(html.indexOf('<body>'))
		.replace(tagPattern, '')
		.replace(/&(?:amp|lt|gt|quot|#39|#x27);/g, entity => entities[entity]!);
}
