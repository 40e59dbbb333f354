import fs from 'node:fs';
import path from 'node:path';
import type {Image} from './raw-record.ts';

/** A name in a folder that nothing has yet. */
export function imageFile(folder: string, {type}: Image, name: string): string {
	const ending = (type.split('/')[1] ?? 'bin').replace('jpeg', 'jpg').replace(/[^a-z0-9]/gi, '');
	const plain = name.replace(/[^\w-]/g, '').slice(0, 24) || 'image';
	for (let number = 1; ; number++) {
		const file = path.join(folder, `${plain}${number === 1 ? '' : `-${number}`}.${ending}`);
		if (!fs.existsSync(file)) return file;
	}
}

/** Never over another file. */
export function saveImage(file: string, {data}: Image): void {
	fs.writeFileSync(file, data, {flag: 'wx'});
}
