import buffer, {isUtf8} from 'node:buffer';

/** From here on the longer way is the shorter one. */
const long = 4 * 1024;

/** The bytes up to a place as text. Node decodes UTF-8 twice as fast into the form in which the engine keeps it. */
export function textOf(bytes: Buffer, end: number): string {
	// Where Node was built without ICU there is no other way.
	if (end < long || !buffer.transcode || !isUtf8(bytes)) return bytes.toString('utf8', 0, end);
	return buffer.transcode(bytes.subarray(0, end), 'utf8', 'utf16le').toString('utf16le');
}
