/** Pictures within the page, as long as they are small; anything else is described. */
import type {Entry} from '../../model/entry.ts';
import type {Exported} from '../format.ts';
import type {MediaNumbers} from '../parts/media-numbers.ts';
import {mediaWords} from '../parts/words.ts';
import {escapeHtml} from './escape.ts';

const largest = 1024 * 1024;
const mostOfPage = 20 * 1024 * 1024;
const picture = /^image\/(?:png|jpe?g|gif|webp|avif)$/;

export type MediaToHtml = (entry: Entry | undefined) => Promise<string>;

export function mediaToHtml(exported: Exported, numbers: MediaNumbers): MediaToHtml {
	let spent = 0;
	return async entry => {
		const pieces: string[] = [];
		for (const [at, media] of (entry?.media ?? []).entries()) {
			const words = escapeHtml(mediaWords(media));
			const isSmall = picture.test(media.type) && (media.bytes ?? 0) <= largest && spent < mostOfPage;
			const found = isSmall ? await dataOf(exported, entry!, numbers.of(entry!) + at) : undefined;
			if (!found) {
				pieces.push(`<p class="media">[${words}]</p>\n`);
				continue;
			}
			spent += found.length;
			const size = media.width && media.height ? ` width="${media.width}" height="${media.height}"` : '';
			pieces.push(`<img src="${found}" alt="${words}"${size} loading="lazy">\n`);
		}
		return pieces.join('');
	};
}

/** Whatever is wrong with a picture, the page goes on without it. */
async function dataOf(exported: Exported, entry: Entry, number: number): Promise<string | undefined> {
	try {
		const found = await exported.media?.(entry, number);
		if (!found || !picture.test(found.type) || found.data.length === 0 || found.data.length > largest) return undefined;
		return `data:${found.type};base64,${found.data.toString('base64')}`;
	} catch {
		return undefined;
	}
}
