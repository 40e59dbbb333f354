/**
 * What the index takes for gaps between words. SQLite's `unicode61` knows the characters of Unicode 6.1 and takes all later
 * ones for letters, most emoji among them, so no property of ours says the same. Each range is told by its distance from
 * the end of the one before and by its length, in base 36; test/search/fold.test.ts compares them with the index itself.
 */
const ranges =
	'0 1c a 7 q 6 q 1b 1 7 2 1 1 3 2 1 3 1 n 1 v 1 cq 4 c e 5 7 1 1 1 3l 5 1 8 1 5 2 1 1 32 1 3v 8 5s 6 15 2 4 1 ' +
	'1 1j 17 2 b 5 1 m 2 2 17 l a 4 2 1 2r 1 1 f 2 7 f 2 1 e 1 1 1 1 u r 2j b 1m 9 2 4 s 4 1 9 1 3 1 5 2 f q 3 2 ' +
	'1 3p r 1 4 1i 3 1 i 1 7 a 4 a 1 g 3 1k 1 1 7 2 2 2 3 9 1 a 2 e 2 6 2 5 3 1k 1 1 5 4 2 2 3 3 1 u 2 3 1 b 3 1k ' +
	'1 1 8 1 3 1 3 k 2 c 2 f 3 1k 1 1 7 2 2 2 3 8 2 a 2 c 1 h 1 1n 5 3 3 1 4 9 1 r 8 6 3 1m 7 1 3 1 4 7 2 b 2 r 1 ' +
	'2 2 1k 1 1 7 1 3 1 4 7 2 b 2 u 2 1m 7 1 3 1 4 9 1 a 2 l 1 8 2 1y 1 4 6 1 1 1 8 i 3 1o 1 2 7 4 1 7 9 a 2 2d 1 ' +
	'2 6 1 2 b 6 1f v k c 1d n 5 b 1 10 1 f 1 d 28 k b 6 6 4 4 3 1 3 2 7 3 4 d c 1 1 a 6 2j 1 gx c 13 a 2u 1 h8 2 ' +
	'h 1 q 2 26 3 10 3 t 5 r 2 u 2 1s z 1 4 1 1 y f 4a 1 3a c 4 c 4 1 3 2 2y h 7 2 k y n 5 2 2 1h a 1 t 2 1 w 7 1 ' +
	'6 2a 5 1b h l z 3 3 u d 1k e 8 4 10 k 3 5 1q 2 1s 8 8 p 4 1 4 3 5n 13 l 4 cd 1 1 3 b 3 d 3 d 3 d 2 1 2t 5 6 ' +
	'a 5 b 5 h q m x f 2 1 4 1 2 a 1 1 3 5 6 1 1 1 1 1 1 4 1 b 2 4 5 5 4 1 1 1s h0 c 13 p b 29 26 m e8 1 39 u qh ' +
	'3 a az 6 4 3 7 4 1 2 34 1 e 1 2o 27 1 c 1w q 1 2h c 5y q c 4 5 3 p 9 7 5 2 5 3 2h 4 3 1 2i 1 44 2 4 a w 10 s ' +
	'v b u 8 1 f w a 13 f 1r 1 74 534 1s h3k 1j 1j 2 7h 3 2n g w 1 28 8 8 n 9 2 2v 2 3b 1 3 1 4 1 n 9 a 4 1m 4 8 ' +
	'2 1e h 9 2 g i 6 3 17 a n d b 1 w 4 1b r g 2 21 e c 1 8 2 e 4 n 3 1 1 1g 1 1 3 2 2 5 2 1 1 s 2 b 7 3 2 6k b ' +
	'8pe 1kw 5cu 1 a 1 3s g ak 2 58 2 2 q 6 7 9 z 1 j 1 4 43 1 1 f a 7 q 6 q b 3e 7 1 7 a 7 74 3 1g 9 1l h 6 c 1g ' +
	'1a bl 1 1c 1 w6 1 5j 1 v 1 5d 3 1 2 5 4 14 3 4 1 g 9 12 1 55 7 xs 3 1h m 1e 3 19 i 1q 3 10 e b 4 1o 3 1c e 4 ' +
	'4 yq d 2pk 4 esd 1a g 4 j1p 6u a 13 2 51 y 1y 56 2f oa 1 p 1 v 1 p 1 v 1 p 1 v 1 p 1 v 1 p 1 4ks 2 7i 18 4 ' +
	'2s c f 2 e 2 f 1 f 1c v 1 1o 4 17 23 t d 17 5 9 7 2 4u x f 6 1 1y 3 k c 11 1 5 l h f 1r 1 1 1 52 1 4 3 1q 2 ' +
	'4 c o 43 1y 4 b 1c 1y 1m 38 gwi5 1 u 2o 3k 6o';

/** A bit for each code point. */
const bits = unpack();

function unpack(): Uint8Array {
	const found = new Uint8Array(0x110000 / 8);
	const numbers = ranges.split(' ').map(number => Number.parseInt(number, 36));
	let at = 0;
	for (let index = 0; index < numbers.length; index += 2) {
		at += numbers[index]!;
		for (const end = at + numbers[index + 1]!; at < end; at++) found[at >> 3]! |= 1 << (at & 7);
	}
	return found;
}

export function isSeparator(code: number): boolean {
	return (bits[code >> 3]! & (1 << (code & 7))) !== 0;
}
