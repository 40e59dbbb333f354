import buffer, {isUtf8} from 'node:buffer';

/** From here on the longer way is the shorter one. */
const long = 4 * 1024;
/** Later versions of Node are quick anyway; where it was built without ICU there is no other way. */
const isSlow = process.versions.v8.startsWith('11.3.') && buffer.transcode !== undefined;

/** The bytes up to a place as text. Node 20 decodes UTF-8 twice as fast into the form in which the engine keeps it. */
export function textOf(bytes: Buffer, end: number): string {
	if (!isSlow || end < long || !isUtf8(bytes)) return bytes.toString('utf8', 0, end);
	return buffer.transcode(bytes.subarray(0, end), 'utf8', 'utf16le').toString('utf16le');
}
