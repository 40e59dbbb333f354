import {disableTypes, imageSize, types} from 'image-size';

export type ImageKind = 'png' | 'jpg' | 'gif' | 'webp';

export type Measured = {readonly kind: ImageKind; readonly width: number; readonly height: number};

const kinds: readonly string[] = ['png', 'jpg', 'gif', 'webp'] satisfies readonly ImageKind[];

disableTypes(types.filter(type => !kinds.includes(type)));

/** What a picture is by its own first bytes, whatever it is said to be; undefined if it is none that we know. */
export function measureImage(bytes: Uint8Array): Measured | undefined {
	try {
		const {type, width, height} = imageSize(bytes);
		if (!kinds.includes(type ?? '') || !(width > 0) || !(height > 0)) return undefined;
		return {kind: type as ImageKind, width, height};
	} catch {
		return undefined;
	}
}
