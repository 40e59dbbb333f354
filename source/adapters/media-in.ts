/** Images and other media that lie inside a record, as every agent writes them. */

export type FoundMedia = {readonly type: string; readonly data: Buffer};

const dataUrl = /^data:([\w.+-]+\/[\w.+-]+);base64,/;
const mediaType = /^(?:image|audio|video|application)\/[\w.+-]+$/;
/** A record that is nested deeper holds no media of its own. */
const deepest = 40;

/** In the order they stand in the record. */
export function mediaIn(record: unknown): FoundMedia[] {
	const found: FoundMedia[] = [];
	collect(record, found, 0);
	return found;
}

function collect(value: unknown, found: FoundMedia[], depth: number): void {
	if (depth > deepest) return;
	if (typeof value === 'string') {
		const type = dataUrl.exec(value);
		if (type) found.push({type: type[1]!, data: Buffer.from(value.slice(type[0].length), 'base64')});
		return;
	}
	if (typeof value !== 'object' || value === null) return;
	const own = Array.isArray(value) ? undefined : ownMedia(value as Record<string, unknown>);
	if (own) found.push(own);
	for (const [name, inner] of Object.entries(value)) if (!own || name !== 'data') collect(inner, found, depth + 1);
}

/** `{media_type, data}` as Claude and pi write it, `{mimeType, data}` as Gemini and Copilot do. */
function ownMedia(fields: Record<string, unknown>): FoundMedia | undefined {
	const {data} = fields;
	const type = fields.media_type ?? fields.mimeType ?? fields.mime_type ?? fields.mediaType;
	if (typeof data !== 'string' || typeof type !== 'string' || !mediaType.test(type)) return undefined;
	return {type, data: Buffer.from(data, 'base64')};
}
