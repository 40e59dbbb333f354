import {bytes} from '../../../text/figures.ts';
import {cutLine} from '../../line-tools.ts';
import type {Line} from '../../theme.ts';
import type {BlockMedia} from '../block.ts';

/** Images, documents and sounds, described in their place. */
export function mediaLines(media: readonly BlockMedia[] | undefined, columns: number): Line[] {
	return (media ?? []).map(each => cutLine([{text: `▣ ${describeMedia(each)}`, role: 'dim'}], columns));
}

/** `image/png  640×480  82 KB`, as far as it is known. */
export function describeMedia({type, width, height, bytes: size}: BlockMedia): string {
	const pixels = width === undefined || height === undefined ? '' : `${width}×${height}`;
	return [type, pixels, size === undefined ? '' : bytes(size)].filter(part => part !== '').join('  ');
}
